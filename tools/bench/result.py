"""One measurement of one side: the driver plays while its processes are measured."""

from __future__ import annotations

import json
import os
import statistics
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from tests.browser.server import ROOT
from tools.bench.child import child
from tools.bench.cpu import Groups, Meter

PATIENCE = 600.0
"""Time after which a driver counts as stuck, in seconds; connecting takes most of it."""


class Side(Protocol):
    """An open server."""

    side: str
    """Its name in the driver's `SIDES`."""

    def groups(self) -> Groups:
        """Return its processes."""

    def lay(self, tables: int) -> list[dict[str, Any]]:
        """Make this many matches that wait for their players, in the form that the driver takes."""


class Stalled(Exception):
    """A side stopped answering; its measurement does not count."""


@dataclass(frozen=True, slots=True)
class Result:
    """The measurements; a value that does not exist is 0.

    Processor times are milliseconds of a whole group of processes for one move, `held` moves
    included. Latencies and throughput leave out `held` moves, because the rules delay their effect.
    `driver`: the driver's share of a core. `load`: the machine's load at the end.
    """

    moves_a_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    web_ms: float
    workers_ms: float
    database_ms: float
    valkey_ms: float
    bytes_a_move: float
    watching_p50_ms: float
    watching_p99_ms: float
    moves: float
    held: float
    seconds: float
    driver: float
    load: float

    @property
    def server_ms(self) -> float:
        """The processor time of web and workers, in milliseconds."""
        return self.web_ms + self.workers_ms


def drive(
    wanted: dict[str, Any], groups: Groups, watch: Callable[[str], None] = lambda step: None
) -> Result:
    """Run a driver (see `driver.__main__`) and measure; `watch` is called with each step.

    Raises:
        Stalled: the driver did not finish, or nothing was played.
    """
    spent: dict[str, float] = {}
    told: dict[str, Any] = {}
    with steps(wanted) as driver:
        meter = Meter(groups)
        for told in driver:
            spent = meter.read()
            watch(told["step"])
            meter = Meter(groups)
    if told.get("step") != "measured" or not told["latencies"]:
        raise Stalled
    return _result(told, spent)


@contextmanager
def steps(wanted: dict[str, Any]) -> Iterator[Iterator[dict[str, Any]]]:
    """Start a driver and yield its steps; it ends with the block."""
    with child([sys.executable, "-m", "tools.bench.driver"], ROOT) as driver:
        assert driver.stdin is not None
        assert driver.stdout is not None
        stuck = threading.Timer(PATIENCE, driver.kill)
        stuck.start()
        try:
            print(json.dumps(wanted), file=driver.stdin, flush=True)
            yield map(json.loads, driver.stdout)
        finally:
            stuck.cancel()


def _result(played: dict[str, Any], spent: dict[str, float]) -> Result:
    latencies, watching = sorted(played["latencies"]), sorted(played["watching"])
    moves = len(latencies) + played["held"]
    return Result(
        moves_a_second=len(latencies) / played["seconds"],
        p50_ms=percentile(latencies, 50),
        p95_ms=percentile(latencies, 95),
        p99_ms=percentile(latencies, 99),
        **{
            f"{name}_ms": spent.get(name, 0.0) * 1000 / moves
            for name in ("web", "workers", "database", "valkey")
        },
        bytes_a_move=played["bytes_a_move"],
        watching_p50_ms=percentile(watching, 50),
        watching_p99_ms=percentile(watching, 99),
        moves=len(latencies),
        held=played["held"],
        seconds=played["seconds"],
        driver=played["cpu"],
        load=os.getloadavg()[0],
    )


def percentile(ordered: Sequence[float], percent: int) -> float:
    """Return the given percentile of these values; 0 if there are none."""
    if not ordered:
        return 0.0
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def median_of(results: Sequence[Result]) -> Result:
    """Return the median of each field."""
    rows = [asdict(result) for result in results]
    return Result(**{name: statistics.median(row[name] for row in rows) for name in rows[0]})
