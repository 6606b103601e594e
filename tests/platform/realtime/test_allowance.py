"""How many messages a page may send: a burst, and then so many a second."""

from __future__ import annotations

import pytest

from realtime.sockets import BURST, PER_SECOND, Allowance


def test_a_burst_and_then_as_many_as_time_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("realtime.sockets.time.monotonic", lambda: now)
    allowance = Allowance()
    assert sum(allowance.take() for _ in range(2 * BURST)) == BURST
    now += 1
    assert sum(allowance.take() for _ in range(2 * BURST)) == PER_SECOND
    now += 3600
    assert sum(allowance.take() for _ in range(2 * BURST)) == BURST
