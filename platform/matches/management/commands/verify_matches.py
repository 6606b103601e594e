"""`manage.py verify_matches`: replay every round and prove that log and snapshot agree."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.schema_check import why_not_whole
from matches.store.upgrade import replay_rounds


class Command(BaseCommand):
    """Replay all rounds; exit non-zero with the ids of rounds that differ."""

    help = "Replay the log of every round and compare the result with the stored state."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if why := why_not_whole():
            raise CommandError(why)
        total, differing = replay_rounds(self.stderr.write)
        if options["json"]:
            self.stdout.write(json.dumps({"rounds": total, "differing": differing}))
        elif not differing:
            self.stdout.write(f"{total} rounds: log and snapshot agree.")
        if differing:
            told = "; ".join(f"round {pk}: {what}" for pk, what in differing.items())
            raise CommandError(f"{len(differing)} of {total} rounds differ. {told}")
