"""What the daily deals know of somebody: the file that people take along, and what goes with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F

from accounts.models import User
from daily.models import Attempt


def export_attempts(user: User) -> Sequence[Mapping[str, object]]:
    """The days on which this user played, and the matches."""
    found = Attempt.objects.filter(user=user).order_by("day__date")
    return list(found.values("match_id", date=F("day__date")))


def merge_guest(*, guest_id: int, user_id: int, **_: object) -> None:
    """Give the account the tries of the guest; where both have one that day, the account's counts."""
    played = list(Attempt.objects.filter(user_id=user_id).values_list("day", flat=True))
    theirs = Attempt.objects.filter(user_id=guest_id)
    theirs.filter(day__in=played).delete()
    theirs.update(user_id=user_id)


def forget_user(*, user_id: int, **_: object) -> None:
    """Take somebody who is forgotten out of all tables."""
    Attempt.objects.filter(user_id=user_id).delete()
