"""Personal data of the daily deals: the export, the merge of a guest, and the deletion of a user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F

from accounts.models import User
from daily.models import Attempt


def export_attempts(user: User) -> Sequence[Mapping[str, object]]:
    """Return the days on which this user played, with the matches."""
    found = Attempt.objects.filter(user=user).order_by("day__date")
    return list(found.values("match_id", date=F("day__date")))


def merge_guest(*, guest_id: int, user_id: int, **_: object) -> None:
    """Move the guest's tries to the account; if both have one on a day, the account's counts."""
    played = list(Attempt.objects.filter(user_id=user_id).values_list("day", flat=True))
    theirs = Attempt.objects.filter(user_id=guest_id)
    theirs.filter(day__in=played).delete()
    theirs.update(user_id=user_id)


def forget_user(*, user_id: int, **_: object) -> None:
    """Delete a forgotten user from all daily tables."""
    Attempt.objects.filter(user_id=user_id).delete()
