"""`manage.py prepare`: all steps between an installation and its first request."""

from __future__ import annotations

import json
import os
import shutil
import time
from argparse import ArgumentParser
from collections.abc import Callable
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from core.i18n import compile_catalogs
from core.migration_state import unknown_migrations
from core.rendering.environment import compiled_folder
from core.rendering.preload import load_templates
from core.schema_check import why_not_whole
from operations.front_pages import write_front_pages
from operations.static_files import publish_static_files
from operations.unknown_settings import find_retired, refuse_unknown


class Command(BaseCommand):
    """Migrate, compile, collect, publish; a second run changes nothing."""

    help = "Prepare the database, translations, files and rules versions for a start."
    requires_system_checks: list[str] = []  # noqa: RUF012 - so Django spells it

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--only",
            choices=("files", "data"),
            help="do only the steps that need no database (files), or only those that need it (data)",
        )
        parser.add_argument(
            "--unchecked",
            action="store_true",
            help="do not check running matches: go on even if this code cannot play them",
        )
        parser.add_argument(
            "--demo",
            type=Path,
            metavar="FILE",
            help="create demo accounts and write their passwords into this file",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unknown()
        say = self.stderr.write if options["json"] else self.stdout.write
        for sentence in find_retired(os.environ):
            self.stderr.write(sentence)
        result: dict[str, str] = {}
        for name, step in self._steps(
            **{name: options[name] for name in ("only", "demo", "unchecked")}
        ).items():
            began = time.monotonic()
            try:
                result[name] = step()
            except OSError as problem:
                where = f" ({problem.filename})" if problem.filename else ""
                raise CommandError(
                    f"{name}: cannot be written: {problem.strerror}{where}. Static files lie in"
                    f" {settings.STATIC_ROOT}, as NIGHTCAP_STATIC_ROOT or NIGHTCAP_VAR says."
                ) from problem
            say(f"  {name}: {result[name]} ({time.monotonic() - began:.1f} s)")
        if options["json"]:
            self.stdout.write(json.dumps(result))

    def _steps(
        self, only: str | None, demo: Path | None, unchecked: bool
    ) -> dict[str, Callable[[], str]]:
        files = {
            "translations": _compile,
            "static files": publish_static_files,
            "templates": _compile_templates,
            "pages of nginx": write_front_pages,
        }
        data = {
            "database": _migrate,
            "running matches": _check_upgrade,
            "rules": _publish,
            "rulings": _publish_words,
        }
        if unchecked:
            del data["running matches"]
        if demo is not None and find_spec("accounts.demo"):
            data["demo accounts"] = lambda: _demo(demo)
        # An image is built without a database, and its containers cannot change its files.
        return {"files": files, "data": data}.get(only or "", files | data)


def _migrate() -> str:
    _refuse_half()
    executor = MigrationExecutor(connection)
    if unknown := unknown_migrations(executor.loader):
        raise CommandError(
            f"The database was prepared by another version of Nightcap: {', '.join(unknown)} is not"
            " known here. Start that version, or this one with an empty database."
        )
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as problem:
        raise CommandError(
            f"The migrations cannot be applied: {str(problem).strip().splitlines()[0]}. What the database"
            " holds is not what its record of migrations says, or it cannot be written; if a restore was"
            " cut short, restore a backup (`manage.py restore BACKUP`)."
        ) from problem
    _refuse_half()
    return f"{len(plan)} migrations applied" if plan else "up to date"


def _refuse_half() -> None:
    if why := why_not_whole():
        raise CommandError(why)


def _compile() -> str:
    written = sum(compile_catalogs(Path(folder)) for folder in settings.LOCALE_PATHS)
    return f"{written} compiled" if written else "up to date"


def _compile_templates() -> str:
    folder = compiled_folder()
    if folder.is_dir():  # a template that changes later is compiled by the process that loads it
        return "up to date"
    shutil.rmtree(folder.parent, ignore_errors=True)
    folder.mkdir(parents=True)
    load_templates()
    return f"{len(list(folder.iterdir()))} compiled"


def _check_upgrade() -> str:
    """Run after the migrations, which both releases support; if it fails, the old release can
    continue.
    """
    heard = StringIO()
    call_command("check_upgrade", running=True, json=True, stdout=heard, stderr=StringIO())
    return f"{json.loads(heard.getvalue())['rounds']} rounds replayed"


def _publish() -> str:
    heard = StringIO()
    call_command("publish_rules", json=True, stdout=heard)
    return ", ".join(f"{row['game']} {row['version']}" for row in json.loads(heard.getvalue()))


def _publish_words() -> str:
    """Run after the rules, so that a new data release includes the rulings of the word court."""
    heard = StringIO()
    call_command("publish_words", json=True, stdout=heard)
    made = [slug for slug, pinned in json.loads(heard.getvalue()).items() if pinned]
    return f"{', '.join(made)}: published" if made else "up to date"


def _demo(path: Path) -> str:
    from accounts.demo import create_demo_accounts

    create_demo_accounts(path)
    return f"in {path}"
