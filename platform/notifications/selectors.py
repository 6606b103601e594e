"""Reading what concerns notices: where a match stands for somebody, channels, the log."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from core.paging import Page, paginate
from games.kernel import contract
from matches.models import Match, Seat
from notifications.models import Channel, Delivery, Notice

PAGE = 30
"""Lines of the log on a page."""
NEWEST = 10
"""News on the page; older ones are found where they lead."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands for who holds a seat: whether it waits for them, and until when."""

    seat: contract.Seat
    status: str
    is_awaited: bool
    due_ms: int | None


_STANDING = """
SELECT s.number, m.status, r.glance, (SELECT min(d.due_ms) FROM matches_deadline d
  WHERE d.round_id = r.id AND d.seat = s.number)
FROM matches_seat s JOIN matches_match m ON m.id = s.match_id
CROSS JOIN LATERAL (
  SELECT n.id, n.glances -> s.number AS glance
  FROM matches_round n WHERE n.match_id = m.id ORDER BY n.number DESC LIMIT 1
) r
WHERE s.match_id = %s AND s.user_id = %s
"""


def standing(match_id: uuid.UUID, user_id: int) -> Standing | None:
    """What this person's own page knows of the match now; None: they do not sit there."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING, [match_id, user_id])
        row = cursor.fetchone()
    if row is None:
        return None
    seat, status, raw, own_ms = row
    glance: dict[str, Any] = json.loads(raw) if raw else {"awaited": [], "due_ms": None}
    # Their own deadline may have been moved since the last move; what they cannot see has none.
    due_ms = None if glance["due_ms"] is None else own_ms or glance["due_ms"]
    return Standing(seat, status, seat in glance["awaited"], due_ms)


def is_kept(match_id: uuid.UUID, user_id: int) -> bool:
    """Whether a seat of a match that is not dealt is kept for this person."""
    kept = Seat.objects.filter(match=match_id, kept_for=user_id, user=None)
    return kept.filter(match__status=Match.Status.OPEN).exists()


def address_of(user: User) -> str:
    """The confirmed mail address of somebody, "" if there is none or this house sends no mail."""
    if not settings.CAN_MAIL:
        return ""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    return "" if found is None else str(found.email)


def browsers_of(user: User) -> QuerySet[Channel]:
    """The browsers that somebody is pushed to."""
    return Channel.objects.filter(user=user, medium=Channel.Medium.PUSH)


def log_of(user: User, number: int) -> Page[Delivery]:
    """A page of what was sent to somebody and what was not, the newest first."""
    found = Delivery.objects.filter(user=user).select_related("notice__match").order_by("-id")
    return paginate(found, number, PAGE, lambda delivery: delivery)


def news_of(user: User) -> QuerySet[Notice]:
    """What is new for somebody beside their matches, the newest first."""
    return Notice.objects.filter(user=user, news__isnull=False).order_by("-pk")[:NEWEST]
