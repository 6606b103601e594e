"""The cost of the others' news for one of ten web processes, and for one of a hundred."""

from __future__ import annotations

from typing import Any

from tools.bench import text
from tools.bench.bench import Bench
from tools.goals import Found, Goal

PROCESSES = (10, 100)
MOVES_A_SECOND = 250
"""Moves a second of each web process."""
WATCHED, LISTED = 10, 100
"""One move in `WATCHED` is watched from another process, the measured one as often as any other. One
in `LISTED` changes the list of open tables, a topic that every process hears.
"""
GOAL = 1
"""Percent of a core."""


def measure(bench: Bench) -> Found:
    """Let real publishers publish for the others while one hub hears what its own pages need."""
    bench.say(
        f"Each other web process carries out {MOVES_A_SECOND} moves a second. One in {WATCHED} is watched"
        f" from another process, one in {LISTED} changes the list of open tables, which is told at most"
        " four times a second. “Share”: percent of a core, scaled where this machine publishes less"
        " (“published”: moves a second); “one channel”: the same if each process heard all."
    )
    bench.say(text.header(["published", "wanted", "heard a s", "µs each", "share", "one channel"]))
    found, goals = [], []
    for processes in PROCESSES:
        others = processes - 1
        rate = others * MOVES_A_SECOND
        told, before = (_hear(bench, others, common=common) for common in (0, 1))
        share, common = (_share(one, rate) for one in (told, before))
        each = (told["share"] - told["silent"]) * 1e6 / told["heard"]
        row = [told["published"], rate, told["heard"], each, share, common]
        bench.say(text.line(f"{processes} web processes", row))
        found.append({"processes": processes, "told": told, "common": before})
        goals.append(Goal(f"the news of {others} others, of a core", share, GOAL, "%"))
    return Found({"bus": found}, goals)


def _hear(bench: Bench, others: int, *, common: int) -> dict[str, Any]:
    told: dict[str, Any] = bench.house.run(
        "tools.bench.hear_news",
        {
            "others": others,
            "moves_a_second": MOVES_A_SECOND,
            "seconds": bench.seconds,
            "watched": WATCHED * others,
            "listed": LISTED,
            "common": common,
        },
    )
    return told


def _share(told: dict[str, Any], rate: float) -> float:
    """Return the percent of a core at this rate of moves."""
    share: float = told["share"] - told["silent"]
    published: float = told["published"]
    return share * 100 * max(1, rate / published)
