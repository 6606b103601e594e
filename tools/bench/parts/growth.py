"""The cost of a long match: a move after a thousand others, and the first view of a long log."""

from __future__ import annotations

from dataclasses import asdict
from statistics import median

from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.result import Result, drive, median_of
from tools.bench.stored import Store
from tools.goals import Found, Goal

GAME = "siebenschlaefer"
"""A game whose rounds can have this many moves."""
LONG, LONGEST = 1_000, 5_000
BEGUN = 10
"""Moves of the match whose log is copied."""
EACH = 3
"""Matches played in turns for one measurement, since the first may soon be over or wait."""
LOOKS = 5
THINK = 0.05
GOAL, GOAL_MS = 1.1, 30


def measure(bench: Bench) -> Found:
    """Measure moves of fresh and long matches in turns; then pages of matches that were never
    opened.
    """
    house, store = bench.house, Store(bench.house.database_url)
    rounds = bench.rounds
    laid = house.lay(2 + 2 * EACH * rounds + LOOKS, game=GAME, groups=4)
    begun, laid = laid[:2], laid[2:]
    fresh, laid = laid[: EACH * rounds], laid[EACH * rounds :]
    long, looked_at = laid[: EACH * rounds], laid[EACH * rounds :]
    drive(_wanted(bench, begun, THINK * 2, BEGUN * THINK * 2), house.groups())
    for tables, moves in ((long, LONG), (looked_at, LONGEST)):
        store.write_logs([table["path"] for table in tables], moves, like=begun[0]["path"])
    results: dict[str, list[Result]] = {"fresh": [], "long": []}
    bench.say(f"Moves of one match alone, fresh, and after {LONG:,} others.")
    bench.say(text.header(["p50 ms", "web CPU ms", "database ms", "moves"]))
    for number in range(rounds):
        for name, tables in (("fresh", fresh), ("long", long)):
            mine = tables[number * EACH : (number + 1) * EACH]
            result = drive(_wanted(bench, mine, THINK, bench.seconds / 2), house.groups())
            results[name].append(result)
            bench.say(_line(f"{name}, round {number + 1}", result))
    alone, later = (median_of(found) for found in results.values())
    bench.say(_line("fresh, median", alone))
    bench.say(_line("long, median", later))
    first, again = [], []
    for table in looked_at:
        first.append(house.get(table["path"], table["cookies"][0]).ms)
        again.append(median(house.get(table["path"], table["cookies"][0]).ms for _ in range(LOOKS)))
    look = median(one - other for one, other in zip(first, again, strict=True))
    bench.say(
        f"The page of a match with {LONGEST:,} moves: {median(first):.0f} ms when this process opens"
        f" it for the first time, {median(again):.0f} ms afterwards; reading its log is the difference, {look:.0f} ms."
    )
    spent = [result.server_ms + result.database_ms for result in (alone, later)]
    return Found(
        {
            "moves": {name: [asdict(one) for one in found] for name, found in results.items()},
            "first view ms": first,
            "later views ms": again,
        },
        [
            Goal(f"processor time, move {LONG:,} by move {BEGUN}", spent[1] / spent[0], GOAL),
            Goal(f"first view of a log of {LONGEST:,}", look, GOAL_MS, "ms"),
        ],
    )


def _wanted(
    bench: Bench, tables: list[dict[str, object]], think: float, seconds: float
) -> dict[str, object]:
    return {
        "side": bench.house.side,
        "tables": tables,
        "in_play": 1,
        "think": think,
        "warm_up": 0.3,
        "seconds": seconds,
    }


def _line(name: str, result: Result) -> str:
    return text.line(name, [result.p50_ms, result.web_ms, result.database_ms, result.moves])
