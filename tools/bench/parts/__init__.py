"""The parts of `make bench`, a module each; `BENCH="--only NAME"` runs one alone."""

from __future__ import annotations

from collections.abc import Callable

from tools.bench.bench import Bench
from tools.bench.parts import (
    backups,
    bus,
    connecting,
    engines,
    first_visit,
    growth,
    idle,
    memory,
    pace,
    pages,
    programs,
    race,
    screen,
    spectators,
    statements,
    storm,
    throughput,
    two,
)
from tools.goals import Found

PARTS: dict[str, Callable[[Bench], Found]] = {
    "idle": idle.measure,
    "memory": memory.measure,
    "throughput": throughput.measure,
    "two": two.measure,
    "pace": pace.measure,
    "spectators": spectators.measure,
    "connecting": connecting.measure,
    "storm": storm.measure,
    "bus": bus.measure,
    "statements": statements.measure,
    "bytes": first_visit.measure,
    "growth": growth.measure,
    "pages": pages.measure,
    "programs": programs.measure,
    "race": race.measure,
    "screen": screen.measure,
    "engines": engines.measure,
    "backups": backups.measure,
}
