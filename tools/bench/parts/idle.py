"""The cost of a server without users."""

from __future__ import annotations

import time

from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.cpu import Meter
from tools.goals import Found, Goal

SETTLING, SECONDS, QUICK_SECONDS = 10.0, 60.0, 15.0
GOAL = 1
"""Percent of a core."""


def measure(bench: Bench) -> Found:
    """Measure each group's share of a core."""
    groups, seconds = bench.house.groups(), QUICK_SECONDS if bench.quick else SECONDS
    bench.say(f"No users are connected, for {seconds:g} s. Percent of a core.")
    time.sleep(SETTLING)
    meter = Meter(groups)
    time.sleep(seconds)
    elapsed = meter.elapsed()
    shares = {name: spent * 100 / elapsed for name, spent in meter.read().items()}
    total = sum(shares.values())
    bench.say(text.header([*shares, "all"]))
    bench.say(text.line("Nightcap", [*shares.values(), total]))
    return Found(shares, [Goal("an idle server, of a core", total, GOAL, "%")])
