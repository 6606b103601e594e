"""`manage.py restore`: restore a backup in place of the database's content."""

from __future__ import annotations

import json
import signal
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandError
from django.db import Error
from redis.exceptions import RedisError

from core.schema_check import ASIDE, missing_parts, was_cut_short
from operations.backups.archive import Archive
from operations.backups.contents import contents
from operations.backups.in_use import refuse_while_it_runs
from operations.backups.programs import BackupError, refuse_other_schemas
from operations.backups.restore import check_archive, put_back, restore
from operations.child_processes import ENDINGS
from operations.unknown_settings import say_unknown

NEXT = "Now run `manage.py prepare --only data`."


class Command(BaseCommand):
    """Restore all of a backup, verified match by match, or nothing; refuse while the server runs.

    Nothing changes before the host has confirmed.
    """

    help = "Restore a backup into the database that the settings name."
    requires_system_checks: list[str] = []  # noqa: RUF012 - so Django spells it

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder", type=Path, nargs="?", help="the backup, a folder called nightcap-…"
        )
        parser.add_argument(
            "--put-back",
            action="store_true",
            help="put back the data from before an interrupted restore, instead of a backup",
        )
        parser.add_argument(
            "--beside",
            action="append",
            default=[],
            metavar="USER",
            help="let this PostgreSQL user stay connected, such as a metrics exporter",
        )
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["folder"] is None) is not options["put_back"]:
            raise CommandError("Name a backup, or say --put-back.")
        say_unknown()
        try:
            with _ending_in_order():
                if options["put_back"]:
                    self._put_back(options)
                else:
                    self._restore(Archive(options["folder"]), options)
        except BackupError as problem:
            raise CommandError(str(problem)) from None
        except KeyboardInterrupt:
            raise CommandError("It was told to end, and has undone what it had begun.") from None
        except Error as problem:
            raise CommandError(
                f"The database failed: {str(problem).strip().splitlines()[0]}. When it is well again, run"
                " this once more: it says first what the database holds."
            ) from None

    def _restore(self, archive: Archive, options: dict[str, Any]) -> None:
        manifest = check_archive(archive)
        refuse_while_it_runs(options["beside"])
        now = contents()
        if was_cut_short():
            self._ask(
                f"{_two_states()}\n"
                f"{archive.folder.name} takes the place of both, and they will be gone. If that fails, what"
                " was there before the earlier restore is put back; what is there now is gone all the same.\n"
                "To put back what was there before the earlier restore, say no, and run"
                " `manage.py restore --put-back`.",
                options,
            )
        elif now:
            self._ask(
                f"The database holds {now}. All of that will be gone:"
                f" {archive.folder.name} takes its place.",
                options,
            )
        done = restore(archive, manifest, lambda text: self.stderr.write(f"  {text}"))
        self._forget_what_was_cached()
        if options["json"]:
            told = {"loading": done.loading, "proving": done.proving}
            self.stdout.write(json.dumps(told | asdict(manifest)))
            return
        self.stdout.write(
            f"{manifest.matches:,} matches, {manifest.moves:,} moves and {manifest.users:,} users of "
            f"{manifest.made_at} are back: {done.loading:g} s of loading, {done.proving:g} s of comparing "
            f"each match's log with what was backed up. {NEXT}"
        )

    def _put_back(self, options: dict[str, Any]) -> None:
        refuse_other_schemas()
        refuse_while_it_runs(options["beside"])
        if not was_cut_short():
            raise BackupError("No restore was cut short: there is nothing to put back.")
        self._ask(
            f"{_two_states()}\nThe first is put back. What is there now will be gone.", options
        )
        put_back()
        self._forget_what_was_cached()
        back = contents()
        if options["json"]:
            self.stdout.write(json.dumps(asdict(back), default=str))
            return
        self.stdout.write(f"What was there before is back: {back}. {NEXT}")

    def _ask(self, what: str, options: dict[str, Any]) -> None:
        """Ask the host to confirm.

        Raises:
            BackupError: the answer is not yes.
        """
        if options["yes"]:
            self.stderr.write(what)
            return
        try:
            answer = input(f"{what}\nGo on? [y/N] ")
        except EOFError:  # no terminal to answer from
            answer = ""
        if answer.strip().lower() not in ("y", "yes"):
            raise BackupError("Nothing was changed.")

    def _forget_what_was_cached(self) -> None:
        """Clear the cache, which describes the old content."""
        try:
            cache.clear()
        except (OSError, RedisError):
            self.stderr.write("Valkey is away: empty or restart it before the server starts.")


def _two_states() -> str:
    lost = len(missing_parts())
    half = f" It is not whole: it lacks {lost} keys, indexes and triggers." if lost else ""
    return (
        "An earlier restore was cut short, and the database holds two states.\n"
        f"  Before that restore: {contents(ASIDE)}.\n"
        f"  Now: {contents()}.{half}"
    )


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Turn a lost terminal or SIGTERM into an ordinary error, so that the old content is put back."""
    before = {sig: signal.signal(sig, _end) for sig in ENDINGS}
    try:
        yield
    finally:
        for sig, handler in before.items():
            signal.signal(sig, handler)


def _end(sig: int, frame: FrameType | None) -> NoReturn:
    for each in ENDINGS:  # a second signal would interrupt the recovery
        signal.signal(each, lambda *_: None)
    raise KeyboardInterrupt  # psycopg also needs it to cancel its statement
