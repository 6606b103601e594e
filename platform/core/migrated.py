"""Whether the database has the tables that this code works with."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def is_migrated() -> bool:
    """Whether every migration of this code was applied."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
