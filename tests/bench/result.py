"""What was measured: moves, latencies, processor time."""

from __future__ import annotations

import json
import statistics
import subprocess
import threading
import time
from dataclasses import dataclass

from tests.bench import cpu

PATIENCE = 90.0
"""Seconds that a driver may take; it measures for a few of them."""


class Stalled(Exception):
    """A side stopped answering; what it did so far counts for nothing."""


@dataclass(frozen=True, slots=True)
class Result:
    """One run of one side."""

    moves_a_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    web_ms: float
    """Processor time of the web process for a move, milliseconds."""
    database_ms: float

    @classmethod
    def of(
        cls,
        driver: subprocess.Popen[str],
        wanted: str,
        warm_up: float,
        *,
        web: list[int],
        database: list[int],
    ) -> Result:
        """Let the driver come to its end, and look at the processes while it measures."""
        before: list[float] = []
        ended = threading.Event()

        def look() -> None:
            if ended.wait(warm_up):
                return
            before.extend([cpu.seconds_of(*web), cpu.seconds_of(*database), time.perf_counter()])

        looking = threading.Thread(target=look)
        looking.start()
        try:
            output, _ = driver.communicate(wanted, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise Stalled from None
        finally:
            ended.set()
            looking.join()
        after = [cpu.seconds_of(*web), cpu.seconds_of(*database), time.perf_counter()]
        if driver.returncode:
            raise RuntimeError(f"the driver failed with {driver.returncode}")
        told = json.loads(output.splitlines()[-1])
        latencies = sorted(told["latencies"])
        if not latencies:
            raise Stalled
        rate = len(latencies) / told["seconds"]
        # The driver ends a little after its measuring: the same rate is assumed for that while.
        moves = rate * (after[2] - before[2])
        return cls(
            moves_a_second=rate,
            p50_ms=statistics.median(latencies),
            p95_ms=latencies[int(len(latencies) * 0.95)],
            p99_ms=latencies[int(len(latencies) * 0.99)],
            web_ms=(after[0] - before[0]) * 1000 / moves,
            database_ms=(after[1] - before[1]) * 1000 / moves,
        )
