"""`manage.py restore`: put a backup in the place of what the database holds."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandError
from redis.exceptions import RedisError

from config.backups.archive import Archive
from config.backups.programs import BackupError
from config.backups.restore import (
    check_archive,
    matches_there,
    put_back,
    refuse_while_it_runs,
    restore,
    was_cut_short,
)


class Command(BaseCommand):
    """All of it, proved match by match, or nothing; never while the server runs."""

    help = "Restore a backup that `backup` has made, into the database of the settings."
    requires_system_checks: list[str] = []  # noqa: RUF012 - so Django spells it

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="the backup: a folder nightcap-…")
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        archive = Archive(options["folder"])
        try:
            manifest = check_archive(archive)
            refuse_while_it_runs()
            if was_cut_short():
                self.stderr.write(
                    "An earlier restore was cut short: what was there before is put back."
                )
                put_back()
            if not options["yes"]:
                self._ask(archive)
            done = restore(archive, manifest, lambda text: self.stderr.write(f"  {text}"))
        except BackupError as problem:
            raise CommandError(str(problem)) from None
        try:
            cache.clear()  # it is about what was there before
        except (OSError, RedisError):
            self.stderr.write("Valkey is away: empty or restart it before the server starts.")
        if options["json"]:
            told = {"loading": done.loading, "proving": done.proving}
            self.stdout.write(json.dumps(told | asdict(manifest)))
            return
        self.stdout.write(
            f"{manifest.matches:,} matches, {manifest.moves:,} moves and {manifest.users:,} users of "
            f"{manifest.made_at} are back: {done.loading:g} s of loading, {done.proving:g} s of comparing "
            "each match's log with what was backed up. Now run `manage.py prepare --only data`."
        )

    def _ask(self, archive: Archive) -> None:
        there = matches_there()
        if there == 0:
            return
        try:
            answer = input(
                f"The database holds {there:,} matches, which will be gone. "
                f"Replace them with {archive.folder.name}? [y/N] "
            )
        except EOFError:  # nobody is there to answer
            answer = ""
        if answer.strip().lower() not in ("y", "yes"):
            raise BackupError("Nothing was changed.")
