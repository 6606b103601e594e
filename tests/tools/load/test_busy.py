"""`make busy` reports each missed goal."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from tools.bench.result import Result
from tools.load.bot_tables import Facts, Sample
from tools.load.busy import goals

CALM = Facts(moves_of_bots=900, lost=0, hosts_lost=0, hurried=40)


def result(p50_ms: float) -> Result:
    values: dict[str, Any] = {field.name: 1.0 for field in fields(Result)}
    return Result(**values | {"p50_ms": p50_ms, "p99_ms": 3 * p50_ms})


def missed(
    *samples: Sample, said: bool = True, beside: float = 10, facts: Facts = CALM
) -> set[str]:
    ready = [(200, said)] * len(samples)
    found = goals(result(10), result(beside), list(samples), ready, facts)
    return {goal.what for goal in found if not goal.met}


def test_a_server_that_catches_up_meets_every_goal() -> None:
    assert missed(Sample(owed=30, oldest_ms=1_500, deadlines_ms=0)) == set()


def test_each_fault_is_a_goal_that_is_missed() -> None:
    calm = Sample(owed=3, oldest_ms=900, deadlines_ms=0)
    assert missed(calm, facts=Facts(900, 1, 0, 40)) == {"turns of bots that timed out"}
    assert missed(calm, facts=Facts(900, 0, 1, 40)) == {"turns of their hosts that timed out"}
    assert missed(calm, facts=Facts(900, 0, 0, 0)) == {"times that a bot thought less"}
    assert missed(calm, Sample(9, 9_000, 0)) == {"the oldest overdue turn"}
    assert missed(calm, beside=40) == {
        "p50 of people beside bots ÷ alone",
        "p99 of people beside bots ÷ alone",
    }
    assert missed(Sample(9, 4_500, 0), said=False) == {"/readyz answers without a busy report"}
