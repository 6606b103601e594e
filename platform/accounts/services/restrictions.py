"""What somebody may not do for a while. The staff's decisions are moderation's; this is the door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Restriction, User
from core import clock
from core.refusals import refused

CODES = {Restriction.What.TALK: "may_not_talk", Restriction.What.PUBLIC: "may_not_public"}
"""What the door says; each has a twin with `_until`."""


@transaction.atomic
def restrict_user(user: User, until: Mapping[str, datetime | None]) -> None:
    """Restrict a user in these ways and no others, each until then, or without an end."""
    user.restrictions.exclude(what__in=until).delete()
    for what, end in until.items():
        Restriction.objects.update_or_create(user=user, what=what, defaults={"until": end})


def restricted_users(user_ids: Iterable[int], what: str) -> set[int]:
    """Those of these users who may not do this at present."""
    rows = _restrictions_now(what).filter(user__in=list(user_ids))
    return set(rows.values_list("user_id", flat=True))


def check_restriction(user_id: int, what: str) -> None:
    """Let somebody pass, or say why not.

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
    """The restrictions of this kind that hold now."""
    return Restriction.objects.filter(Q(until=None) | Q(until__gt=clock.now()), what=what)
