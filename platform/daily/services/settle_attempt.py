"""Settle a finished try before its page is shown."""

from __future__ import annotations

from accounts.models import User
from daily.models import Attempt, Day
from matches.models import Match, Round
from matches.services.rounds.finish import finish_round


def settle_attempt(day: Day, user: User) -> None:
    """Settle a finished round at once, because the worker that would do it may not have run yet."""
    tries = Attempt.objects.filter(day=day, user=user)
    over = Round.objects.filter(
        match__in=tries.values("match"),
        match__status=Match.Status.RUNNING,
        outcome__isnull=False,
    )
    for round_id in over.values_list("pk", flat=True):
        finish_round(round_id)
