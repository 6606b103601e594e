"""Publish a user's own round of a past day, so that everyone may read it."""

from __future__ import annotations

from accounts.models import User
from core.refusals import refused
from daily.models import Attempt, Day
from matches.models import Match


def publish_round(day: Day, user: User, *, on: bool) -> None:
    """Let everyone read the user's finished round of this past day, or nobody else again.

    Raises:
        Refused: `daily_not_finished`.
    """
    own = Attempt.objects.filter(day=day, user=user).values("match")
    found = Match.objects.filter(pk__in=own, status=Match.Status.FINISHED).update(public=on)
    if not found:
        raise refused("daily_not_finished")
