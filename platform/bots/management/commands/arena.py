"""`manage.py arena`: compare the strength of bots, with confidence intervals.

It needs no services: all cores play rounds in memory.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from itertools import pairwise
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots.lab import arguments
from bots.lab.arena import Arena, Pairing, Tally
from bots.lab.rounds import AT_RANDOM, Hall
from core import data_releases
from core.progress import Progress
from core.refusals import Refused, refused, sentence
from games.kernel.contract import Game, Meta, Rules
from games.kernel.options import complete, read_pairs
from matches.engine import catalogue

MOST_ROUNDS = 1_000_000


class Command(BaseCommand):
    """Play each level against the one below, and the lowest against random play."""

    help = "Play bots against each other and print how often each level wins."
    requires_system_checks: list[str] = []  # noqa: RUF012 - so Django spells it

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True, help="the game's slug")
        parser.add_argument(
            "--bots", help="levels, weakest first (default: all levels of the game)"
        )
        parser.add_argument(
            "--against",
            default=AT_RANDOM,
            help="the opponent of the weakest level (default: a bot that plays at random)",
        )
        parser.add_argument(
            "--rounds", type=int, default=300, help="rounds for each row (default: 300)"
        )
        parser.add_argument(
            "--seed", type=int, default=1, help="the seed of all chance (default: 1)"
        )
        parser.add_argument(
            "--seats", help="such as 2,3,4,5 (default: the fewest seats of the game)"
        )
        parser.add_argument(
            "--revision", type=int, help="a revision of the rules (default: the newest)"
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the rules",
        )
        parser.add_argument(
            "--processes", type=int, help="number of processes (default: one for each core)"
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = catalogue.game_of(options["game"])
            rules = _rules(game, options["revision"], options["option"])
            hall = Hall(game, rules, options["seed"])
            levels = _levels(hall, options["against"], options["bots"])
            seats = _seats(game.meta, options["seats"])
        except Refused as error:
            raise CommandError(sentence(error.refusal)) from None
        rounds = _within("--rounds", options["rounds"], MOST_ROUNDS)
        cores = len(os.sched_getaffinity(0))
        processes = _within("--processes", options["processes"] or cores, 1_000)
        pairings = [
            Pairing(better, worse, number) for number in seats for worse, better in pairwise(levels)
        ]
        tallies = self._watch(Arena(hall), pairings, rounds, processes)
        if options["json"]:
            self.stdout.write(json.dumps([_as_json(tally) for tally in tallies], indent=1))
        else:
            self.stdout.write(_table(tallies))

    def _watch(
        self, arena: Arena, pairings: list[Pairing], rounds: int, processes: int
    ) -> list[Tally]:
        """Return the tallies at the end, or at the moment of Ctrl-C."""
        tallies: list[Tally] = []
        progress = Progress(self.stderr, rounds * len(pairings), "rounds")
        try:
            for latest in arena.run(pairings, rounds, processes):
                tallies = latest
                progress.step()
        except KeyboardInterrupt:
            progress.say("Stopped; this is what there is so far.")
        tallies = [tally for tally in tallies if tally.rounds]
        if not tallies:
            raise CommandError("No round was over yet.")
        return tallies


def _rules(game: Game[Any, Any, Any], revision: int | None, chosen: list[str]) -> Rules:
    """Raise `Refused`: `unknown_revision`, `unknown_option`, `unknown_choice`."""
    meta = game.meta
    revision = max(meta.revisions) if revision is None else revision
    if revision not in meta.revisions:
        raise refused("unknown_revision", revision=revision, game=meta.title)
    try:
        wanted = read_pairs(meta, chosen)
    except ValueError as wrong:
        raise CommandError(f"--option {wrong}: expected NAME=VALUE.") from None
    return Rules(revision, complete(meta, wanted), data_releases.load_release(game, meta.data))


def _levels(hall: Hall, against: str, wanted: str | None) -> list[str]:
    """Raise `Refused`: `unknown_level`."""
    usual = [level.slug for level in hall.game.meta.levels]
    levels = [against, *(usual if wanted is None else arguments.split_at_commas(wanted))]
    for level in levels:
        hall.check(level)
    if len(set(levels)) < len(levels):
        raise CommandError("--bots: each level once, please.")
    return levels


def _seats(meta: Meta, wanted: str | None) -> list[int]:
    """Raise `Refused`: `bad_seats`."""
    least, most = meta.seats
    if wanted is None:
        return [least]
    seats = arguments.parse_seats(wanted)
    if not all(least <= number <= most for number in seats):
        raise refused("bad_seats", game=meta.title, least=least, most=most)
    return sorted(set(seats))


def _within(name: str, value: int, most: int) -> int:
    if not 1 <= value <= most:
        raise CommandError(f"{name}: expected a number from 1 to {most}.")
    return value


def _as_json(tally: Tally) -> dict[str, Any]:
    low, high = tally.interval
    return {
        "level": tally.pairing.better,
        "against": tally.pairing.worse,
        "seats": tally.pairing.seats,
        "rounds": tally.rounds,
        "won": round(tally.won, 6),
        "rate": round(tally.rate, 6),
        "interval": [round(low, 6), round(high, 6)],
        "fair": round(tally.fair_rate, 6),
        "verdict": tally.verdict,
    }


def _table(tallies: list[Tally]) -> str:
    lines = ["level      against    seats  rounds    wins   95 % interval    fair"]
    for tally in tallies:
        low, high = (f"{100 * end:.1f}" for end in tally.interval)
        lines.append(
            f"{tally.pairing.better:10} {tally.pairing.worse:10} {tally.pairing.seats:5}"
            f" {tally.rounds:7} {100 * tally.rate:5.1f} %   {low:>5} to {high:>5} %"
            f"  {100 * tally.fair_rate:4.1f} %   {tally.verdict}"
        )
    return "\n".join(lines)
