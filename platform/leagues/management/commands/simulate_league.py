"""`manage.py simulate_league`: simulate years of a league in minutes, and report faults."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from core.migration_state import NOT_SET_UP, is_migrated
from core.progress import Progress
from core.refusals import Refused, sentence
from leagues.models import League
from leagues.simulation.simulation_plan import SeasonTally, SimulationPlan, slug_of
from leagues.simulation.world import simulate_league
from matches.engine import catalogue

TOLD = 10
"""Faults that are printed in full."""


class Command(BaseCommand):
    """Exit non-zero if anything was lost, duplicated or unfair."""

    help = "Run years of a league on a simulated clock, with drop-outs, time-outs and kills."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--players", type=int, default=240, help="number of players (default: 240)"
        )
        parser.add_argument("--seasons", type=int, default=6, help="number of seasons (default: 6)")
        parser.add_argument(
            "--seed", type=int, default=1, help="the seed of all chance (default: 1)"
        )
        parser.add_argument("--seats", type=int, default=3, help="seats of each match (default: 3)")
        parser.add_argument(
            "--game",
            action="append",
            help="a slug; repeat it for more games (default: the quickest for these seats)",
        )
        parser.add_argument("--live", action="store_true", help="play live, by appointment")
        parser.add_argument(
            "--speedup",
            action="store_true",
            help="give most matches a random score (default: bots play every match)",
        )
        parser.add_argument(
            "--kills",
            type=int,
            default=25,
            help="kill one in KILLS steps on average; 0 kills none (default: 25)",
        )
        parser.add_argument(
            "--keep",
            action="store_true",
            help="leave the league and its players in the database, for you to look at",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_migrated():
            raise CommandError(NOT_SET_UP)
        plan = _plan(options)
        if plan.keep and League.objects.filter(slug=slug_of(plan)).exists():
            raise CommandError(f"--keep: {slug_of(plan)} is kept already; take another --seed.")
        progress = Progress(self.stderr, plan.seasons, "seasons")
        began = time.monotonic()

        def report_season(tally: SeasonTally) -> None:
            for wrong in tally.wrong[:TOLD]:
                progress.say(f"season {tally.season}: {wrong}")
            progress.step()

        try:
            tallies = simulate_league(plan, report_season)
        except Refused as refused:
            raise CommandError(sentence(refused.refusal)) from None
        if options["json"]:
            self.stdout.write(json.dumps([asdict(tally) for tally in tallies], indent=1))
        else:
            self.stdout.write(_table(tallies))
            self.stdout.write(f"{time.monotonic() - began:.0f} seconds.")
            if plan.keep:
                self.stdout.write(
                    f"It is kept at {reverse('leagues:league', args=[slug_of(plan)])}."
                )
        bad = sum(len(tally.wrong) for tally in tallies)
        if bad:
            raise CommandError(f"{bad} things went wrong.")


def _plan(options: dict[str, Any]) -> SimulationPlan:
    """Raise `CommandError` for an impossible plan."""
    for name, least in (("players", 2), ("seasons", 1), ("seats", 2), ("kills", 0)):
        if options[name] < least:
            raise CommandError(f"--{name}: expected {least} or more.")
    fitting = [
        meta for meta in catalogue.metas() if meta.seats[0] <= options["seats"] <= meta.seats[1]
    ]
    if not fitting:
        raise CommandError("--seats: there is no game for so many.")
    quickest = min(fitting, key=lambda meta: meta.max_moves).slug
    if options["players"] < options["seats"]:
        raise CommandError("--players: expected as many as a table has seats, or more.")
    return SimulationPlan(
        players=options["players"],
        seasons=options["seasons"],
        seed=options["seed"],
        games=tuple(dict.fromkeys(options["game"] or [quickest])),
        seats=options["seats"],
        live=options["live"],
        speedup=options["speedup"],
        kills=options["kills"],
        keep=options["keep"],
    )


def _table(tallies: list[SeasonTally]) -> str:
    rows = [
        "season  entries  divisions  matches  replays  dropped  substitutes  late  changes  kills"
        "  meetings±  seats±  games±  threes again  wrong"
    ]
    for one in tallies:
        rows.append(
            f"{one.season:6}  {one.entries:7}  {one.divisions:9}  {one.matches:7}  {one.replays:7}"
            f"  {one.dropped:7}  {one.substitutes:11}  {one.late:4}  {one.changes:7}  {one.kills:5}"
            f"  {one.uneven_meetings:9}  {one.uneven_seats:6}  {one.uneven_games:6}"
            f"  {one.threes_again:12}  {len(one.wrong):5}"
        )
        rows.append("        " + ", ".join(f"{count} {how}" for how, count in one.how.items()))
    rows.append(tallies[-1].ratings)
    return "\n".join(rows)
