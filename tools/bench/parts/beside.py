"""Two sides in turns, ours and the peer's for example, so that what else the machine does meets both."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.result import Result, Side, Stalled, drive, median_of

OURS, THEIRS = "Nightcap", "boardgame.io"
MOVES_A_MATCH = {"boardgame.io": 100}
"""About as many until it is over and another comes into play, if not `A_MATCH`."""
A_MATCH = 35
FASTEST = {"boardgame.io": 500.0}
"""Moves a second, as long as nothing is known about this machine, if not `FAST`; only the stock of
matches hangs on it."""
FAST = 200.0
SPARE = 8
"""Further matches: the rules wait in some."""
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
    """Both, open."""
    return {OURS: bench.house, THEIRS: bench.peer}


def in_turns(
    bench: Bench, sides: dict[str, Side], in_play: int, think: float, rounds: int
) -> dict[str, list[Result]]:
    """Both sides' results of so many rounds; each is printed as soon as it is there.

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
                bench.say(f"  for {result.seconds:.1f} s: then no match was left to come into play")
    for found in results.values():
        if not found:
            raise Stalled
    return results


def show_medians(bench: Bench, results: dict[str, list[Result]]) -> tuple[Result, Result]:
    """Print the medians of two sides, and return them."""
    medians = {name: median_of(found) for name, found in results.items()}
    for name, median in medians.items():
        bench.say(_line(f"{name}, median", median))
    first, second = medians.values()
    return first, second


def _line(name: str, result: Result) -> str:
    return text.line(name, [read(result) for read in COLUMNS.values()])
