"""Checks whether the database has the tables that this code needs."""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

NOT_SET_UP = "The database is not set up for this code: run `manage.py prepare`."


def is_migrated() -> bool:
    """Return whether every migration of this code was applied."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def unknown_migrations(loader: MigrationLoader) -> list[str]:
    """Return our own migrations that the database has and this code lacks: those of another
    release.
    """
    ours = {
        app.label
        for app in apps.get_app_configs()
        if Path(app.path).is_relative_to(settings.PLATFORM)
    }
    had = loader.applied_migrations.keys() - loader.disk_migrations.keys()
    return sorted(f"{app}.{name}" for app, name in had if app in ours)
