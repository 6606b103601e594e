"""`make leaks`: compare every answer with that of a twin round that its viewer cannot distinguish."""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from typing import Any

from games.kernel import registry
from tools import command
from tools.command import Screen
from tools.goals import Found, Goal
from tools.leaks import process, timing
from tools.leaks.tally import Tally

POSITIONS = 10_000
MOST = 30
"""Positions of a round; then new cards, people and a new league are made."""
EACH = 3
"""One move in this many is a position."""
TOLD = 10
DIFFERENT = 90.0
"""The goal for twins with a different state, in percent: some positions have no other state."""


@dataclass
class Rounds:
    """The results of the rounds so far, by game."""

    tallies: dict[str, Tally] = field(default_factory=dict)

    @property
    def positions(self) -> int:
        """The number of compared positions."""
        return sum(tally.positions for tally in self.tallies.values())

    def add(self, tally: Tally) -> None:
        """Add the results of a round."""
        if tally.game in self.tallies:
            self.tallies[tally.game].add(tally)
        else:
            self.tallies[tally.game] = tally


def prove(wanted: argparse.Namespace, screen: Screen) -> Found:
    """Compare at this many positions, on all processors."""
    rounds, began = Rounds(), time.monotonic()
    # Each process has services of its own, so that none sees the data of another.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(wanted.processes, spawn, process.begin) as pool:
        try:
            for tally in _tallies(pool, wanted, rounds):
                rounds.add(tally)
                screen.progress(rounds.positions, wanted.positions, "positions")
        except BaseException:
            for one in list(pool._processes.values()):
                one.terminate()  # its services end with it
            raise
    seconds = time.monotonic() - began
    verdicts = _verdicts(rounds)
    for line in _lines(rounds, verdicts, seconds):
        screen.say(line)
    return Found(_data(rounds, verdicts, seconds), _goals(wanted, rounds, verdicts))


def _tallies(
    pool: ProcessPoolExecutor, wanted: argparse.Namespace, rounds: Rounds
) -> Iterator[Tally]:
    """Yield the results of one round after another, until there are enough positions."""
    jobs = _jobs(wanted)
    running: set[Future[Tally]] = set()
    while True:
        while len(running) < 2 * wanted.processes and rounds.positions < wanted.positions:
            running.add(pool.submit(process.play_round, *next(jobs)))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for one in done:
            yield one.result()


def _jobs(wanted: argparse.Namespace) -> Iterator[tuple[Any, ...]]:
    """Yield rounds of every game in turn, each time with another number of seats, and with bots of
    its first two levels.
    """
    slugs = wanted.game or sorted(registry.games())
    for number in itertools.count():
        meta = registry.games()[slugs[number % len(slugs)]].meta
        turn = number // len(slugs)
        least, most = meta.seats
        seats = least + turn % (most - least + 1)
        levels = tuple(level.slug for level in meta.levels[:2])
        text = f"leaks {meta.slug} {wanted.seed} {turn}"
        left = max(1, min(MOST, -(-wanted.positions // len(slugs))))
        yield meta.slug, seats, levels, text, turn, EACH, left


# The report ----------------------------------------------------------------------------------


def _verdicts(rounds: Rounds) -> list[timing.Verdict]:
    """Return the test of each channel over all games, by wall-clock time and by processor time."""
    all_times: dict[str, timing.Times] = {}
    for tally in rounds.tallies.values():
        for channel, times in tally.times.items():
            all_times.setdefault(channel, timing.Times()).add(times)
    level = timing.ALPHA / max(1, 2 * len(all_times))
    return [
        timing.verdict(channel, clock, fours, level)
        for channel, times in sorted(all_times.items())
        for clock, fours in (("wall", times.wall), ("cpu", times.cpu))
    ]


def _lines(rounds: Rounds, verdicts: list[timing.Verdict], seconds: float) -> Iterator[str]:
    games = sorted(rounds.tallies)
    yield f"\n{'pairs compared':26}" + "".join(f"{game[:15]:>16}" for game in games)
    for channel in _channels(rounds):
        counts = [rounds.tallies[game].counts.get(channel) for game in games]
        yield f"{channel:26}" + "".join(f"{one.pairs if one else 0:16,}" for one in counts)
    for what, name in (("bytes", "bytes"), ("differences", "differences")):
        sums = [
            sum(getattr(one, name) for one in rounds.tallies[game].counts.values())
            for game in games
        ]
        yield f"{what:26}" + "".join(f"{one:16,}" for one in sums)
    yield f"{'positions':26}" + "".join(f"{rounds.tallies[game].positions:16,}" for game in games)
    yield f"{'with another state':26}" + "".join(
        f"{rounds.tallies[game].different:16,}" for game in games
    )
    for tally in rounds.tallies.values():
        yield from (f"LEAK {found}" for found in tally.found[:TOLD])
        yield from (f"STUCK {tally.game}: {found}" for found in tally.stuck[:TOLD])
    yield (
        f"\n{'time to answer':26}{'clock':>6}{'fours':>8}{'divided':>9}{'p':>9}{'median':>10}"
        f"{'would find':>12}"
    )
    for one in verdicts:
        share = one.hits / one.fours if one.fours else 0
        yield (
            f"{one.channel:26}{one.clock:>6}{one.fours:8,}{share:9.1%}{one.p:9.3f}"
            f"{one.median_ms:7.1f} ms{one.finds_ms:9.2f} ms"
        )
    yield f"\n{rounds.positions:,} positions in {seconds:,.0f} s, {rounds.positions / seconds:.1f} a second"


def _channels(rounds: Rounds) -> list[str]:
    return sorted({channel for tally in rounds.tallies.values() for channel in tally.counts})


def _data(rounds: Rounds, verdicts: list[timing.Verdict], seconds: float) -> dict[str, Any]:
    games = {
        game: {
            "positions": tally.positions,
            "different": tally.different,
            "nothing_to_do_alike": tally.told,
            "channels": {name: asdict(count) for name, count in sorted(tally.counts.items())},
            "found": tally.found,
            "stuck": tally.stuck,
        }
        for game, tally in sorted(rounds.tallies.items())
    }
    return {"seconds": seconds, "games": games, "times": [asdict(one) for one in verdicts]}


def _goals(
    wanted: argparse.Namespace, rounds: Rounds, verdicts: list[timing.Verdict]
) -> list[Goal]:
    tallies = rounds.tallies.values()
    counts = [count for tally in tallies for count in tally.counts.values()]
    different = sum(tally.different for tally in tallies) / max(1, rounds.positions)
    stuck = sum(len(tally.stuck) for tally in tallies)
    return [
        Goal("positions, each beside a twin", rounds.positions, wanted.positions, "", more=True),
        Goal("twins with another state", 100 * different, DIFFERENT, "%", more=True),
        Goal("answers that differ", sum(one.differences for one in counts), 0, ""),
        Goal("channels whose time reveals something", len(timing.holm(verdicts)), 0, ""),
        Goal("rounds that got stuck", stuck, 0, ""),
    ]


def _arguments() -> argparse.Namespace:
    parser = command.parser("make leaks", __doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help=f"in all ({POSITIONS})")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random values (1)")
    parser.add_argument(
        "--game", choices=sorted(registry.games()), action="append", help="by default all"
    )
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--processes", type=int, default=cores, help=f"at once ({cores})")
    wanted = parser.parse_args()
    if wanted.positions < 1 or wanted.processes < 1:
        parser.error("positions and processes must be 1 or more")
    return wanted


if __name__ == "__main__":
    sys.exit(command.run(_arguments(), prove))
