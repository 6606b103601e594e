"""Two sides measured in turns, so that other load on the machine affects both."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.result import Result, Side, Stalled, drive, median_of

OURS, THEIRS = "Nightcap", "boardgame.io"
MOVES_A_MATCH = {"boardgame.io": 100}
"""Moves of a match until the next one replaces it, roughly, if it has no `A_MATCH`."""
A_MATCH = 35
FASTEST = {"boardgame.io": 500.0}
"""Moves a second to assume before the first measurement, if not `FAST`. They only set the stock of
matches.
"""
FAST = 200.0
SPARE = 8
"""Extra matches, because the rules wait in some."""
COLUMNS: dict[str, Callable[[Result], float]] = {
    "moves/s": lambda result: result.moves_a_second,
    "p50 ms": lambda result: result.p50_ms,
    "p95 ms": lambda result: result.p95_ms,
    "p99 ms": lambda result: result.p99_ms,
    "web CPU ms": lambda result: result.web_ms,
    "workers' ms": lambda result: result.workers_ms,
    "database ms": lambda result: result.database_ms,
    "bytes": lambda result: result.bytes_a_move,
    "held back": lambda result: result.held,
    "driver": lambda result: result.driver,
    "load": lambda result: result.load,
}


def ours_and_theirs(bench: Bench) -> dict[str, Side]:
    """Return both sides, open."""
    return {OURS: bench.house, THEIRS: bench.peer}


def in_turns(
    bench: Bench, sides: dict[str, Side], in_play: int, think: float, rounds: int
) -> dict[str, list[Result]]:
    """Measure both sides for a number of rounds; print each result at once.

    Raises:
        Stalled: a side stopped answering in every round.
    """
    results: dict[str, list[Result]] = {name: [] for name in sides}
    bench.say(text.header(list(COLUMNS)))
    for number in range(1, rounds + 1):
        for name, side in sides.items():
            known = (
                results[name][-1].moves_a_second * 1.5 if results[name] else FASTEST.get(name, FAST)
            )
            rate = in_play / think if think else known
            moves = rate * bench.seconds * 1.25
            wanted = {
                "side": side.side,
                "tables": side.lay(
                    in_play + SPARE + ceil(moves / MOVES_A_MATCH.get(name, A_MATCH))
                ),
                "in_play": in_play,
                "think": think,
                "warm_up": bench.seconds / 4,
                "seconds": bench.seconds,
            }
            try:
                result = drive(wanted, side.groups())
            except Stalled:
                bench.say(f"{name} stopped answering in round {number}")
                continue
            results[name].append(result)
            bench.say(_line(f"{name}, round {number}", result))
            if result.seconds < bench.seconds:
                bench.say(f"  for {result.seconds:.1f} s: no ready match was left")
    for found in results.values():
        if not found:
            raise Stalled
    return results


def show_medians(bench: Bench, results: dict[str, list[Result]]) -> list[Result]:
    """Print the medians of the sides, and return them."""
    medians = {name: median_of(found) for name, found in results.items()}
    for name, median in medians.items():
        bench.say(_line(f"{name}, median", median))
    return [*medians.values()]


def _line(name: str, result: Result) -> str:
    return text.line(name, [read(result) for read in COLUMNS.values()])
