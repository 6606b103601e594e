"""How many of their matches somebody finishes: mild, fading, and the same for everybody."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from core import clock
from matches.models import Departure, Seat

HALF_LIFE = timedelta(days=90)
"""After so long a match counts half."""
TRUST = 5
"""So many finished matches everybody is given, which never fade: who left long ago is trusted again."""
LOW_PERCENT = 80
"""Below this the lists of open tables say so; nothing is forbidden."""


@dataclass(frozen=True, slots=True)
class Record:
    """What somebody did with their matches: how many were finished and left, and what it comes to."""

    finished: int = 0
    left: int = 0
    percent: int = 100

    @property
    def is_low(self) -> bool:
        return self.percent < LOW_PERCENT


def record(finished: Collection[datetime], left: Collection[datetime], now: datetime) -> Record:
    """The record of somebody who finished and left matches at these times."""
    good, bad = TRUST + _weight(finished, now), _weight(left, now)
    return Record(len(finished), len(left), round(100 * good / (good + bad)))


def _weight(times: Iterable[datetime], now: datetime) -> float:
    """What these matches count together: each 1 when it is new, half as much after `HALF_LIFE`."""
    return float(sum(0.5 ** (max(now - at, timedelta()) / HALF_LIFE) for at in times))


def records(user_ids: Collection[int]) -> dict[int, Record]:
    """The records of these users, in two queries.

    What was played against bots alone is left out, and a substitute who was away when the holder took the seat
    back: nobody was let down."""
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
