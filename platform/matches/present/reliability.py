"""A player's reliability: the share of finished matches, lenient, fading, and equal for everyone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from core import clock
from matches.models import Departure, Seat

HALF_LIFE = timedelta(days=90)
"""Time after which a match counts half."""
TRUST = 5
"""Number of finished matches that every player starts with. They never fade, so a player who left
long ago is trusted again.
"""
LOW_PERCENT = 80
"""Percentage below which the lists of open tables show the reliability; it forbids nothing."""


@dataclass(frozen=True, slots=True)
class Record:
    """A player's record: the numbers of matches finished and left, and the resulting percentage."""

    finished: int = 0
    left: int = 0
    percent: int = 100

    @property
    def is_low(self) -> bool:
        return self.percent < LOW_PERCENT


def record(finished: Collection[datetime], left: Collection[datetime], now: datetime) -> Record:
    """Return the record of a player who finished and left matches at these times."""
    good, bad = TRUST + _weight(finished, now), _weight(left, now)
    return Record(len(finished), len(left), round(100 * good / (good + bad)))


def _weight(times: Iterable[datetime], now: datetime) -> float:
    """Return the weight of these matches: 1 for a new one, half after each `HALF_LIFE`."""
    return float(sum(0.5 ** (max(now - at, timedelta()) / HALF_LIFE) for at in times))


def records(user_ids: Collection[int]) -> dict[int, Record]:
    """Return the records of these users, with two queries.

    Matches against bots alone do not count. Neither does a substitute's absence from a seat that
    its holder then took back, because it harmed no one.
    """
    finished: dict[int, list[datetime]] = {user_id: [] for user_id in user_ids}
    left: dict[int, list[datetime]] = {user_id: [] for user_id in user_ids}
    others = Seat.objects.filter(match=OuterRef("match"), dealt_to__isnull=False)
    held = Seat.objects.filter(
        Exists(others.exclude(number=OuterRef("number"))),
        user__in=user_ids,
        stand_in="",
        finished_at__isnull=False,
    )
    for user_id, at in held.values_list("user_id", "finished_at"):
        if at is not None:
            finished[user_id].append(at)
    relieved = Seat.objects.filter(
        match=OuterRef("match"), number=OuterRef("seat"), dealt_to=OuterRef("followed_by")
    )
    gone = Departure.objects.filter(
        Exists(others.exclude(number=OuterRef("seat"))),
        ~Exists(relieved),
        user__in=user_ids,
        back_at__isnull=True,
    )
    for user_id, at in gone.values_list("user_id", "at"):
        left[user_id].append(at)
    now = clock.now()
    return {user_id: record(finished[user_id], left[user_id], now) for user_id in user_ids}
