"""A timer of a web process does its work once, unless the next one replaces or cancels it."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from realtime.timers import Timers

pytestmark = pytest.mark.django_db(transaction=True)
"""The threads check their connection to the database."""

SOON_S = 0.02
PATIENCE_S = 5


async def until(done: list[str], wanted: list[str]) -> None:
    """Wait until these have been done, and as long again for what must not be."""
    async with asyncio.timeout(PATIENCE_S):
        while sorted(done) != wanted:
            await asyncio.sleep(SOON_S)
    await asyncio.sleep(5 * SOON_S)
    assert sorted(done) == wanted


async def test_the_work_is_done_in_a_thread_after_its_time() -> None:
    timers, done = Timers(), list[str]()
    await asyncio.to_thread(timers.set, "a", SOON_S, lambda: done.append("a"))
    assert done == []
    await until(done, ["a"])


async def test_the_last_timer_of_a_key_counts() -> None:
    timers, done = Timers(), list[str]()
    for number in range(3):
        timers.set("a", SOON_S, partial(done.append, f"a{number}"))
    timers.set("b", SOON_S, lambda: done.append("b"))
    await until(done, ["a2", "b"])


async def test_a_cancelled_timer_does_nothing() -> None:
    timers, done = Timers(), list[str]()
    timers.cancel("a")  # there is none
    timers.set("a", SOON_S, lambda: done.append("a"))
    timers.cancel("a")  # before the event loop has even begun it
    timers.set("b", SOON_S, lambda: done.append("b"))
    await asyncio.sleep(0)
    timers.end()
    await asyncio.sleep(5 * SOON_S)
    assert done == []


async def test_work_that_fails_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    timers, done = Timers(), list[str]()

    def fail() -> None:
        raise ValueError("no database")

    timers.set("a", 0, fail)
    timers.set("b", SOON_S, lambda: done.append("b"))
    await until(done, ["b"])
    assert "the work of a timer failed" in caplog.text
