"""`manage.py verify_round ID`: recompute a finished round's shuffles from its published data."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.engine.verification import report_of
from matches.models import Round


class Command(BaseCommand):
    """Print the commitment, and check that the round was dealt and played from it."""

    help = "Check the seed of a finished round against its commitment, and replay its log."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("round", type=int, help="the id of the round")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        round_ = Round.objects.select_related("match").filter(pk=options["round"]).first()
        if round_ is None:
            raise CommandError(f"Round {options['round']} does not exist.")
        report = report_of(round_)
        if not report.over:
            raise CommandError("This round is not over yet: only its commitment is public.")
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json()))
        else:
            self.stdout.write(f"committed to  {report.commitment}")
            self.stdout.write(f"seed          {report.seed}")
            for seat, nonce in enumerate(report.nonces):
                self.stdout.write(f"nonce, seat {seat} {nonce or '(none given)'}")
            self.stdout.write(f"draws, moves  {report.draws}, {report.moves}")
        if not report.fits:
            raise CommandError(
                "The seed does not match the commitment."
                if not report.seed_fits
                else "A replay of the log does not lead to the stored state."
            )
        if not options["json"]:
            self.stdout.write("The seed matches the commitment, and the log follows from both.")
