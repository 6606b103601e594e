"""The pool watch: a pool is stuck if it has no free connection, cannot grow, and gets none back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from operations.pool_watch import LOST_S, LOST_UNBOUNDED_S, PoolWatch

FULL = {"pool_size": 10, "pool_max": 10, "pool_available": 0, "usage_ms": 0}


@pytest.mark.parametrize(
    ("later", "stuck"),
    [
        ({}, True),
        ({"pool_available": 1}, False),
        ({"pool_size": 9}, False),
        ({"usage_ms": 3}, False),
    ],
)
def test_stuck(monkeypatch: pytest.MonkeyPatch, later: dict[str, int], stuck: bool) -> None:
    now = [100.0]
    monkeypatch.setattr("operations.pool_watch.time.monotonic", lambda: now[0])
    pool: Any = SimpleNamespace(get_stats=lambda: FULL)
    watch = PoolWatch(pool)
    assert not watch.is_stuck()
    now[0] += LOST_S
    assert not watch.is_stuck(), "a statement may be running"
    pool.get_stats = lambda: FULL | later
    now[0] += 1
    assert watch.is_stuck() is stuck


def test_where_statements_have_no_bounds_there_is_more_patience(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Behind a pooler a page may wait for a lock as long as a migration takes, and is not stuck."""
    settings.DB_POOLER = "session"
    now = [100.0]
    monkeypatch.setattr("operations.pool_watch.time.monotonic", lambda: now[0])
    watch = PoolWatch(SimpleNamespace(get_stats=lambda: FULL))
    assert not watch.is_stuck()
    now[0] += LOST_UNBOUNDED_S
    assert not watch.is_stuck()
    now[0] += 1
    assert watch.is_stuck()


def test_a_pool_that_moves_again_is_not_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("operations.pool_watch.time.monotonic", lambda: now[0])
    pool: Any = SimpleNamespace(get_stats=lambda: FULL)
    watch = PoolWatch(pool)
    for used_ms in range(1, 10):
        now[0] += LOST_S - 1
        pool.get_stats = lambda used_ms=used_ms: FULL | {"usage_ms": used_ms}
        assert not watch.is_stuck()
