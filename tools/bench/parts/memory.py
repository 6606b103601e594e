"""The memory of a server without users."""

from __future__ import annotations

import os
import time

from tools.bench import cpu, memory, text
from tools.bench.bench import Bench
from tools.goals import Found, Goal

SETTLING = 10.0
GOAL = 450
"""Megabytes, the process that starts the others included."""


def measure(bench: Bench) -> Found:
    """Measure each group's memory; a page that processes share counts once."""
    groups = bench.house.groups()
    bench.say("No users are connected. Megabytes, proportional set size.")
    bench.house.get("/")  # a web process that has shown no page has not loaded all of its program
    time.sleep(SETTLING)
    sizes = {name: memory.megabytes_of(*roots) for name, roots in groups.items()}
    everything = cpu.descendants_with("manage.py run", os.getpid())
    total = memory.megabytes_of(*everything)
    sizes["supervisor"] = total - sum(sizes.values())
    bench.say(text.header([*sizes, "all"]))
    bench.say(text.line("Nightcap", [*sizes.values(), total]))
    return Found(sizes, [Goal("an idle server's memory", total, GOAL, "MB")])
