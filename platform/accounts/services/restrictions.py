"""The restrictions of users for some time. Moderation stores the staff's decisions; this module
checks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Restriction, User
from core import clock
from core.refusals import refused

CODES = {Restriction.What.TALK: "may_not_talk", Restriction.What.PUBLIC: "may_not_public"}
"""The refusal for each restriction; each has a variant with `_until`."""


@transaction.atomic
def restrict_user(user: User, until: Mapping[str, datetime | None]) -> None:
    """Set exactly these restrictions for a user, each until the given time, or without an end."""
    user.restrictions.exclude(what__in=until).delete()
    for what, end in until.items():
        Restriction.objects.update_or_create(user=user, what=what, defaults={"until": end})


def restricted_users(user_ids: Iterable[int], what: str) -> set[int]:
    """Return those of these users who may not do this at present."""
    rows = _restrictions_now(what).filter(user__in=list(user_ids))
    return set(rows.values_list("user_id", flat=True))


def check_restriction(user_id: int, what: str) -> None:
    """Check that a user may do this now.

    Raises:
        Refused: `may_not_talk`, `may_not_talk_until`, `may_not_public`, `may_not_public_until`.
    """
    found = _restrictions_now(what).filter(user_id=user_id).first()
    if found is None:
        return
    code = CODES[Restriction.What(what)]
    if found.until is None:
        raise refused(code)
    raise refused(f"{code}_until", until=found.until.isoformat())


def _restrictions_now(what: str) -> QuerySet[Restriction]:
    """Return the restrictions of this kind that are in force."""
    return Restriction.objects.filter(Q(until=None) | Q(until__gt=clock.now()), what=what)
