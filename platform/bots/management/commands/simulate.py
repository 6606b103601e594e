"""`manage.py simulate`: unattended rounds through the platform's one door, and what went wrong."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from dataclasses import asdict, dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from bots import words
from bots.simulation import Plan, simulate
from core.progress import Progress
from core.refusals import Refused, sentence
from games.kernel.contract import Meta
from matches import engine

ALL = "all"
LOOK_EACH = 20
TOLD = 5
"""So many of what went wrong are told in full."""


@dataclass(slots=True)
class Line:
    """A game at so many seats: what its rounds came to. `seconds` of real time."""

    game: str
    seats: int
    rounds: int = 0
    moves: int = 0
    longest: int = 0
    seconds: float = 0.0
    refusals: int = 0
    stuck: int = 0
    leaks: int = 0


class Command(BaseCommand):
    """Exits non-zero when a move was refused, a round stuck, or a page gave something away."""

    help = "Let bots play rounds through the one door, and look for refusals, stuck rounds, leaks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=ALL, help="slugs with commas between them, or all")
        parser.add_argument("--seats", default=ALL, help="as 2,3,4, or all that a game allows")
        parser.add_argument("--rounds", type=int, default=20, help="for each game (20)")
        parser.add_argument("--seed", type=int, default=1, help="all luck follows from it (1)")
        parser.add_argument("--bots", help="levels that sit in turn; by default all but the last")
        parser.add_argument(
            "--leaks",
            default="some",
            choices=("some", "all", "none"),
            help="at which moves to look",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("The database is not set up: `manage.py prepare` does that.")
        if options["rounds"] < 1:
            raise CommandError("--rounds: expected 1 or more.")
        try:
            plans = [
                plan
                for meta in _metas(options["game"])
                for plan in _plans(meta, options)
            ]  # fmt: skip
        except Refused as refused:
            raise CommandError(sentence(refused.refusal)) from None
        lines = self._run(plans)
        if options["json"]:
            self.stdout.write(json.dumps([asdict(line) for line in lines], indent=1))
        else:
            self.stdout.write(_table(lines))
        bad = sum(line.refusals + line.stuck + line.leaks for line in lines)
        if bad:
            raise CommandError(f"{bad} things went wrong.")

    def _run(self, plans: list[Plan]) -> list[Line]:
        lines: dict[tuple[str, int], Line] = {}
        progress = Progress(self.stderr, len(plans), "rounds")
        told = 0
        try:
            for plan in plans:
                line = lines.setdefault((plan.slug, plan.seats), Line(plan.slug, plan.seats))
                began = time.monotonic()
                report = simulate(plan)
                line.seconds += time.monotonic() - began
                line.rounds += 1
                line.moves += report.moves
                line.longest = max(line.longest, report.moves)
                line.refusals += len(report.refused)
                line.stuck += report.stuck
                line.leaks += len(report.leaks)
                for wrong in [*report.refused, *report.leaks][: TOLD - told]:
                    progress.say(f"{plan.text}: {wrong}")
                    told += 1
                progress.step()
        except KeyboardInterrupt:
            progress.say("Stopped; this is what there is so far.")
        return list(lines.values())


def _metas(wanted: str) -> list[Meta]:
    """Raises `Refused`: `unknown_game`."""
    if wanted == ALL:
        return engine.metas()
    return [engine.game_of(slug.strip()).meta for slug in wanted.split(",")]


def _plans(meta: Meta, options: dict[str, Any]) -> list[Plan]:
    """The rounds of a game, spread over its seats.

    Raises:
        Refused: `unknown_level`.
    """
    least, most = meta.seats
    allowed = range(least, most + 1)
    wanted = allowed if options["seats"] == ALL else words.seats(options["seats"])
    seats = [number for number in wanted if number in allowed]
    usual = [level.slug for level in meta.levels][:-1]
    levels = words.levels(meta, options["bots"]) if options["bots"] else usual
    looks = {"some": LOOK_EACH, "all": 1, "none": 0}[options["leaks"]]
    return [
        Plan(
            slug=meta.slug,
            seats=seats[number % len(seats)],
            levels=tuple(levels),
            text=f"{meta.slug} {options['seed']} {number}",
            leaks=looks,
        )
        for number in range(options["rounds"] if seats else 0)
    ]


def _table(lines: list[Line]) -> str:
    rows = ["game              seats  rounds   moves  moves/s  longest  refusals  stuck  leaks"]
    for line in sorted(lines, key=lambda line: (line.game, line.seats)):
        speed = line.moves / line.seconds if line.seconds else 0
        rows.append(
            f"{line.game:17} {line.seats:5}  {line.rounds:6}  {line.moves:6}  {speed:7.1f}"
            f"  {line.longest:7}  {line.refusals:8}  {line.stuck:5}  {line.leaks:5}"
        )
    return "\n".join(rows)
