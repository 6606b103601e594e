"""The platform's only clock: the database's, in milliseconds, so that every process agrees.

Tests and simulations move it with `shifted` or hold it with `stopped`; nothing else reads the
time of day for anything that a match depends on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import connection

NOW_SQL = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
"""The same clock inside a larger statement; pass what it gives through `from_database`."""

_shift: ContextVar[int] = ContextVar("clock_shift", default=0)
_stopped: ContextVar[int | None] = ContextVar("clock_stopped", default=None)


def now_ms() -> int:
    """The time now, in milliseconds since 1970."""
    stopped = _stopped.get()
    if stopped is not None:
        return stopped
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {NOW_SQL}")
        (value,) = cursor.fetchone()
    return from_database(value)


def now() -> datetime:
    """The time now, as the database keeps points in time."""
    return as_datetime(now_ms())


def machine_now() -> datetime:
    """The time now by this machine's own clock: it costs no query, and may differ a little from the database's.

    For what nothing in a match depends on: a day, or how old a row of a list is.
    """
    stopped = _stopped.get()
    if stopped is not None:
        return as_datetime(stopped)
    return datetime.now(UTC) + timedelta(milliseconds=_shift.get())


def from_database(database_ms: int) -> int:
    """The time now, given what `NOW_SQL` has just answered."""
    stopped = _stopped.get()
    return database_ms + _shift.get() if stopped is None else stopped


def as_datetime(ms: int) -> datetime:
    """A time of this clock as the database keeps points in time."""
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
    """Move the clock by so much, within this context only."""
    token = _shift.set(_shift.get() + by_ms)
    try:
        yield
    finally:
        _shift.reset(token)


def scaled_delay(ms: int) -> int:
    """A delay made for people, shortened by the one setting that browser tests use."""
    return round(ms * settings.HUMAN_DELAY_SCALE)
