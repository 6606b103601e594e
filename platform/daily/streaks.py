"""Streaks: the days in a row on which a user has finished the daily deal."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from accounts.models import User
from daily.models import Attempt
from daily.standings import COUNTS

DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """The present run of days and the longest one.

    `is_at_risk`: the run goes on only if the user finishes the deal of today.
    """

    days: int
    longest: int
    is_at_risk: bool


def streak_of(user: User, today: datetime.date) -> Streak:
    """Return this user's streak; a run that ended yesterday is still alive today."""
    tries = Attempt.objects.filter(COUNTS, user=user, match__finished_at__isnull=False)
    finished = tries.order_by("day__date").select_related("day", "match")
    dates = [one.day.date for one in finished if _in_time(one)]
    run = longest = 0
    last = None
    for date in dates:
        run = run + 1 if last is not None and date - last == DAY else 1
        longest, last = max(longest, run), date
    is_alive = last is not None and today - last <= DAY
    return Streak(run if is_alive else 0, longest, is_alive and last != today)


def _in_time(attempt: Attempt) -> bool:
    match = attempt.match
    return (
        match is not None
        and match.finished_at is not None
        and match.finished_at < attempt.day.ends_at
    )
