"""The rate limit for a page's messages: a burst, then a number per second; and one for each
network.
"""

from __future__ import annotations

import pytest

from realtime.allowance import (
    BURST,
    PER_SECOND,
    SHARED_BURST,
    SHARED_PER_SECOND,
    WHOLE_BOARD,
    Allowance,
)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock in seconds, which a test moves."""
    now = [100.0]
    monkeypatch.setattr("realtime.allowance.time.monotonic", lambda: now[0])
    return now


def taken(*allowances: Allowance, weight: int = 1) -> int:
    """Return the number of accepted messages, if each page sends twice its burst."""
    return sum(one.take(weight) for one in allowances for _ in range(2 * BURST))


def test_a_burst_and_then_as_many_as_time_allows(clock: list[float]) -> None:
    allowance = Allowance("192.0.2.1")
    assert taken(allowance) == BURST
    clock[0] += 1
    assert taken(allowance) == PER_SECOND
    clock[0] += 3600
    assert taken(allowance) == BURST


def test_pages_of_one_network_share_what_whole_boards_cost(clock: list[float]) -> None:
    """Twenty pages that request whole boards without pause cannot block a process."""
    pages = [Allowance("192.0.2.1") for _ in range(20)]
    assert taken(*pages, weight=WHOLE_BOARD) == SHARED_BURST // WHOLE_BOARD
    clock[0] += 1
    assert taken(*pages, weight=WHOLE_BOARD) == SHARED_PER_SECOND // WHOLE_BOARD
    assert taken(Allowance("192.0.2.2"), weight=WHOLE_BOARD) == BURST


def test_pages_of_nowhere_share_nothing(clock: list[float]) -> None:
    pages = [Allowance("") for _ in range(20)]
    assert taken(*pages, weight=WHOLE_BOARD) == 20 * BURST
