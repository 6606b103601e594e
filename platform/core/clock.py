"""The platform's only clock: the database's, in milliseconds, so that all processes agree.

Tests and simulations move it with `shifted` or hold it with `stopped`. All code that a match
depends on reads the time here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import connection

NOW_SQL = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
"""The same clock inside a larger SQL statement; pass its result through `from_database`."""

_ahead: float | None = None
"""By how much the database's clock is ahead of this process's monotonic one, in milliseconds, when
it was read last.
"""
_shift: ContextVar[int] = ContextVar("clock_shift", default=0)
_stopped: ContextVar[int | None] = ContextVar("clock_stopped", default=None)


def now_ms() -> int:
    """Return the current time, in milliseconds since 1970."""
    stopped = _stopped.get()
    if stopped is not None:
        return stopped
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {NOW_SQL}")
        (value,) = cursor.fetchone()
    return from_database(value)


def now() -> datetime:
    """Return the current time as a datetime in UTC."""
    return as_datetime(now_ms())


def machine_now() -> datetime:
    """Return the time of this machine's own clock. It needs no query, and may differ slightly from
    the database's.

    Use it only where no match depends on it: for the current day, or the age of a row in a list.
    """
    stopped = _stopped.get()
    if stopped is not None:
        return as_datetime(stopped)
    return datetime.now(UTC) + timedelta(milliseconds=_shift.get())


def from_database(database_ms: int) -> int:
    """Convert the result of `NOW_SQL`, read just now, to the current time."""
    learn(database_ms)
    return _moved(database_ms)


def learn(database_ms: int) -> None:
    """Take note of the result of `NOW_SQL`, read just now, for `reckon`."""
    global _ahead
    _ahead = database_ms - time.monotonic() * 1000


class Reckoned(NamedTuple):
    """The current time without a query: by the database's clock, and as `now_ms` returns it."""

    database_ms: int
    now_ms: int


def reckon() -> Reckoned | None:
    """Return the current time from the last time that the database told; None if there was none.

    It is a few milliseconds behind. Its user lets the database confirm it.
    """
    if _ahead is None:
        return None
    database_ms = int(_ahead + time.monotonic() * 1000)
    return Reckoned(database_ms, _moved(database_ms))


def _moved(database_ms: int) -> int:
    stopped = _stopped.get()
    return database_ms + _shift.get() if stopped is None else stopped


def as_datetime(ms: int) -> datetime:
    """Convert a time of this clock to a datetime in UTC."""
    return datetime.fromtimestamp(ms / 1000, tz=UTC)


@contextmanager
def stopped(at_ms: int) -> Iterator[None]:
    """Hold the clock at a moment, within this context only."""
    token = _stopped.set(at_ms)
    try:
        yield
    finally:
        _stopped.reset(token)


@contextmanager
def shifted(by_ms: int) -> Iterator[None]:
    """Move the clock by this number of milliseconds, within this context only."""
    token = _shift.set(_shift.get() + by_ms)
    try:
        yield
    finally:
        _shift.reset(token)


def scaled_delay(ms: int) -> int:
    """Return a delay made for people, scaled by the setting that browser tests use."""
    return round(ms * settings.HUMAN_DELAY_SCALE)
