"""`manage.py simulate`: play unattended rounds through the platform's write path, and report
faults.

With `--minutes` it measures the duration of rounds, which needs no services.
"""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser
from dataclasses import asdict, dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots.lab import arguments
from bots.lab.minutes import Measured, MeasuredTable, measure_minutes, value_at_share
from bots.lab.rounds import Hall
from bots.lab.simulation import SimulationPlan, simulate_round
from core.migration_state import NOT_SET_UP, is_migrated
from core.progress import Progress
from core.refusals import Refused, sentence
from games.kernel.contract import Meta
from matches.engine import catalogue

ALL = "all"
LOOK_EACH = 20
TOLD = 5
"""Faults that are printed in full."""


@dataclass(slots=True)
class SimulatedRounds:
    """A game with a number of seats: the results of its rounds. `seconds`: wall-clock time."""

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
    """Exit non-zero if a move was refused, a round was stuck, or a page leaked a secret."""

    help = "Play rounds with bots on the platform and report refusals, stuck rounds and leaks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=ALL, help="slugs, separated by commas (default: all)")
        parser.add_argument(
            "--seats", default=ALL, help="such as 2,3,4 (default: all that the game allows)"
        )
        parser.add_argument(
            "--rounds", type=int, default=20, help="rounds for each game (default: 20)"
        )
        parser.add_argument(
            "--seed", type=int, default=1, help="the seed of all chance (default: 1)"
        )
        parser.add_argument(
            "--bots", help="levels that take the seats in turn (default: the two weakest)"
        )
        parser.add_argument(
            "--leaks",
            default="some",
            choices=("some", "all", "none"),
            help="the moves after which to search for leaks (default: some)",
        )
        parser.add_argument(
            "--minutes",
            action="store_true",
            help="only measure how long rounds last, without a database: --rounds for each level and table size",
        )
        parser.add_argument(
            "--first",
            action="store_true",
            help="with --minutes: the tables of a first match, of the games that have one",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rounds"] < 1:
            raise CommandError("--rounds: expected 1 or more.")
        if options["minutes"]:
            self._measure(options)
        else:
            self._simulate(options)

    def _measure(self, options: dict[str, Any]) -> None:
        try:
            tables = [table for meta in _metas(options["game"]) for table in _tables(meta, options)]
        except Refused as refused:
            raise CommandError(sentence(refused.refusal)) from None
        rows: list[Measured] = []
        progress = Progress(self.stderr, options["rounds"] * len(tables), "rounds")
        try:
            for measured in measure_minutes(
                tables, options["rounds"], len(os.sched_getaffinity(0))
            ):
                rows = [row for row in measured if row.minutes]
                progress.step()
        except KeyboardInterrupt:
            progress.say("Stopped; this is what there is so far.")
        if options["json"]:
            self.stdout.write(json.dumps([_as_json(row) for row in rows], indent=1))
        else:
            self.stdout.write(_times(rows))

    def _simulate(self, options: dict[str, Any]) -> None:
        if not is_migrated():
            raise CommandError(NOT_SET_UP)
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

    def _run(self, plans: list[SimulationPlan]) -> list[SimulatedRounds]:
        lines: dict[tuple[str, int], SimulatedRounds] = {}
        progress = Progress(self.stderr, len(plans), "rounds")
        told = 0
        try:
            for plan in plans:
                line = lines.setdefault(
                    (plan.slug, plan.seats), SimulatedRounds(plan.slug, plan.seats)
                )
                began = time.monotonic()
                report = simulate_round(plan)
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
    """Raise `Refused`: `unknown_game`."""
    if wanted == ALL:
        return catalogue.metas()
    return [catalogue.game_of(slug.strip()).meta for slug in wanted.split(",")]


def _plans(meta: Meta, options: dict[str, Any]) -> list[SimulationPlan]:
    """Return the rounds of a game, spread over its numbers of seats.

    Raises:
        Refused: `unknown_level`.
    """
    seats = _seats(meta, options)
    usual = [level.slug for level in meta.levels[:2]]
    levels = arguments.parse_levels(meta, options["bots"]) if options["bots"] else usual
    looks = {"some": LOOK_EACH, "all": 1, "none": 0}[options["leaks"]]
    return [
        SimulationPlan(
            slug=meta.slug,
            seats=seats[number % len(seats)],
            levels=tuple(levels),
            text=f"{meta.slug} {options['seed']} {number}",
            leaks=looks,
        )
        for number in range(options["rounds"] if seats else 0)
    ]


def _seats(meta: Meta, options: dict[str, Any]) -> list[int]:
    least, most = meta.seats
    allowed = range(least, most + 1)
    wanted = allowed if options["seats"] == ALL else arguments.parse_seats(options["seats"])
    return [number for number in wanted if number in allowed]


def _tables(meta: Meta, options: dict[str, Any]) -> list[MeasuredTable]:
    """Return a table for every number of seats with every level; of a first match, with its own.

    Raises:
        Refused: `unknown_level`.
    """
    game, first = catalogue.game_of(meta.slug), meta.first
    if options["first"]:
        if first is None:
            return []
        hall = Hall.usual(game, options["seed"], first.options)
        usual = [first.level or meta.levels[0].slug]
    else:
        hall = Hall.usual(game, options["seed"])
        usual = [level.slug for level in meta.levels]
    levels = arguments.parse_levels(meta, options["bots"]) if options["bots"] else usual
    return [
        MeasuredTable(hall, seats, level) for seats in _seats(meta, options) for level in levels
    ]


def _as_json(row: Measured) -> dict[str, Any]:
    low, middle, high = row.range
    return {
        "game": row.table.hall.game.meta.slug,
        "seats": row.table.seats,
        "level": row.table.level,
        "rounds": len(row.minutes),
        "moves": value_at_share(row.moves, 0.5),
        "first_minute": value_at_share(row.first, 0.5),
        "minutes": {"10": round(low, 3), "50": round(middle, 3), "90": round(high, 3)},
    }


def _times(rows: list[Measured]) -> str:
    lines = [
        "game              seats  level    rounds   moves  in the first minute  minutes"
        "  of eight in ten rounds"
    ]
    for row in rows:
        low, middle, high = row.range
        moves, first = value_at_share(row.moves, 0.5), value_at_share(row.first, 0.5)
        lines.append(
            f"{row.table.hall.game.meta.slug:17} {row.table.seats:5}  {row.table.level:8}"
            f" {len(row.minutes):6} {moves:7.0f}  {first:19.0f}"
            f"  {middle:7.1f}  {low:.1f} to {high:.1f}"
        )
    return "\n".join(lines)


def _table(lines: list[SimulatedRounds]) -> str:
    rows = ["game              seats  rounds   moves  moves/s  longest  refusals  stuck  leaks"]
    for line in sorted(lines, key=lambda line: (line.game, line.seats)):
        speed = line.moves / line.seconds if line.seconds else 0
        rows.append(
            f"{line.game:17} {line.seats:5}  {line.rounds:6}  {line.moves:6}  {speed:7.1f}"
            f"  {line.longest:7}  {line.refusals:8}  {line.stuck:5}  {line.leaks:5}"
        )
    return "\n".join(rows)
