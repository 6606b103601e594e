"""`manage.py check_upgrade`: check that this code can continue every match in the database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.migration_state import is_migrated
from core.schema_check import why_not_whole
from matches.store.upgrade import describe, replay_rounds, unknown_names


class Command(BaseCommand):
    """Replay every stored round with this code; report unknown data and changed results."""

    help = "Replay every round with this code and list those that it cannot continue."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--running", action="store_true", help="only check running matches")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if why := why_not_whole():
            raise CommandError(why)
        if not is_migrated():
            raise CommandError(
                "The database has not the tables of this code: rounds can be replayed after"
                " `manage.py prepare --only data`, which checks those of running matches by itself."
            )
        unknown = list(unknown_names())
        total, found = replay_rounds(self.stderr.write, running=options["running"])
        differing = {describe(pk): what for pk, what in found.items()}
        if options["json"]:
            told = {"rounds": total, "unknown": unknown, "differing": differing}
            self.stdout.write(json.dumps(told))
        if unknown or differing:
            lines = [*unknown, *(f"{which}: {what}" for which, what in differing.items())]
            raise CommandError(
                "This code cannot go on with what the database holds. Go on with the code before it; or, if"
                " these matches may break, `manage.py prepare --unchecked`.\n"
                + "\n".join(f"  {line}" for line in lines)
            )
        if not options["json"]:
            self.stdout.write(f"{total} rounds: this code goes on with all of them.")
