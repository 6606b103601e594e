"""`manage.py backup`: write a backup into a folder, also while people play."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from operations.backups.programs import BackupError
from operations.backups.rotation import Kept, newest, tidy
from operations.backups.write import write_backup
from operations.unknown_settings import say_unknown

HOUR = 3600.0


class Command(BaseCommand):
    """Write one backup, or one every few hours until stopped."""

    help = "Back up the database into a new folder, while the server runs."
    # It runs unattended, and a backup matters more than any check.
    requires_system_checks: list[str] = []  # noqa: RUF012 - so Django spells it

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder that holds the backups")
        parser.add_argument(
            "--keep",
            type=_kept,
            metavar="DAYS,WEEKS,MONTHS",
            help="keep this many daily, weekly and monthly backups, and remove the others",
        )
        parser.add_argument(
            "--every",
            type=float,
            metavar="HOURS",
            help="run until stopped, and back up whenever the newest backup is this old",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        say_unknown()
        folder, every = options["folder"], options["every"]
        if every is None:
            try:
                self._one(folder, options["keep"], as_json=options["json"])
            except BackupError as problem:
                raise CommandError(str(problem)) from None
        elif every <= 0:
            raise CommandError("--every must be more than 0 hours.")
        else:
            self._go_on(folder, options["keep"], every * HOUR)

    def _one(self, folder: Path, keep: Kept | None, *, as_json: bool = False) -> None:
        archive, manifest = write_backup(folder, lambda text: self.stderr.write(f"  {text}"))
        gone = [] if keep is None else tidy(folder, keep, _is_old)
        if as_json:
            told = {"folder": str(archive.folder), "removed": [path.name for path in gone]}
            self.stdout.write(json.dumps(told | asdict(manifest)))
            return
        self.stdout.write(
            f"{archive.folder}: {manifest.matches:,} matches, {manifest.moves:,} moves and "
            f"{manifest.users:,} users in {manifest.dump_bytes / 1e6:,.1f} MB, {manifest.seconds:g} s."
        )
        for path in gone:
            self.stdout.write(f"{path.name} was removed.")

    def _go_on(self, folder: Path, keep: Kept | None, every: float) -> None:
        """Repeat backups; a failed one is retried after a minute, and the log has the reason."""
        while True:
            last = newest(folder)
            age = every if last is None else (datetime.now(UTC) - last.made_at).total_seconds()
            if age < every:
                time.sleep(min(every - age, HOUR))
                continue
            try:
                self._one(folder, keep)
            except (BackupError, Error) as problem:
                self.stderr.write(f"No backup was made: {problem}")
                time.sleep(60)
            finally:
                connection.close()


def _kept(text: str) -> Kept:
    try:
        days, weeks, months = map(int, text.split(","))
    except ValueError:
        raise ArgumentTypeError("expected three numbers, such as 7,4,6") from None
    if min(days, weeks, months) < 0:
        raise ArgumentTypeError("none of them may be below 0")
    return Kept(days, weeks, months)


def _is_old(half: Path) -> bool:
    """Return whether a partial backup is more than a day old, so that no process can still write
    it.
    """
    return time.time() - half.stat().st_mtime > 24 * HOUR
