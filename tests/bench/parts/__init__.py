"""What `make bench` measures, a part each; `BENCH="--only NAME"` runs one alone."""

from __future__ import annotations

from collections.abc import Callable

from tests.bench.bench import Bench, Found
from tests.bench.parts import engines, pace, race, throughput

PARTS: dict[str, Callable[[Bench], Found]] = {
    "throughput": throughput.measure,
    "pace": pace.measure,
    "race": race.measure,
    "engines": engines.measure,
}
