"""The players' wait with many spectators: one match at human pace, alone and with five hundred."""

from __future__ import annotations

from tools.bench import text
from tools.bench.bench import Bench, plain
from tools.bench.parts.pace import THINK
from tools.bench.result import Result, drive, median_of
from tools.goals import Found, Goal

WATCHING = 500
TITLES = ["p50 ms", "p99 ms", "watching p50", "watching p99", "web CPU ms", "database ms", "moves"]


def measure(bench: Bench) -> Found:
    """Measure without and with them, in turns."""
    bench.say(
        f"One match, {THINK} s or so between two moves, and {WATCHING} spectators:"
        " the time until the last player has a move, and the last spectator."
    )
    bench.say(text.header(TITLES))
    results: dict[str, list[Result]] = {"alone": [], "watched": []}
    for number in range(1, bench.rounds + 1):
        for name, watching in (("alone", 0), ("watched", WATCHING)):
            (laid,) = bench.house.lay(1, public=True)
            wanted = {
                "side": bench.house.side,
                "tables": [laid | {"watchers": watching}],
                "in_play": 1,
                "think": THINK,
                "warm_up": bench.seconds / 4,
                "seconds": bench.seconds,
            }
            result = drive(wanted, bench.house.groups())
            results[name].append(result)
            bench.say(_line(f"{name}, round {number}", result))
    alone, watched = (median_of(found) for found in results.values())
    bench.say(_line("alone, median", alone))
    bench.say(_line("watched, median", watched))
    return Found(
        plain(results),
        [
            Goal(f"players' p50, with {WATCHING} spectators", watched.p50_ms / alone.p50_ms, 1.3),
            Goal(f"web processor time a move, with {WATCHING}", watched.web_ms, 15, "ms"),
            Goal("the last spectator's p50", watched.watching_p50_ms, 25, "ms"),
        ],
    )


def _line(name: str, result: Result) -> str:
    watching = [result.watching_p50_ms, result.watching_p99_ms]
    times = [result.p50_ms, result.p99_ms, *watching]
    return text.line(name, [*times, result.web_ms, result.database_ms, result.moves])
