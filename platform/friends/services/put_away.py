"""Put an invitation away: its bar is gone from every page, and the seat stays kept."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from core.after_commit import after_commit
from core.refusals import refused
from friends.models import PutAway
from matches.models import Seat
from matches.store import topics
from realtime import bus


@transaction.atomic
def put_away(user: User, match_id: uuid.UUID) -> None:
    """Hide the bar of the seat that is kept for this user; the host is not told.

    Raises:
        Refused: `not_found` (no seat is kept).
    """
    if not Seat.objects.filter(match=match_id, kept_for=user).exists():
        raise refused("not_found")
    PutAway.objects.bulk_create([PutAway(user=user, match_id=match_id)], ignore_conflicts=True)
    after_commit(bus.publish, topics.of_player(user.pk))


def put_away_by(user_id: int, match_ids: Collection[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Return those of these matches whose invitation this user has put away."""
    found = PutAway.objects.filter(user=user_id, match__in=match_ids)
    return frozenset(found.values_list("match_id", flat=True))


def show_again(*, user_id: int, match_id: uuid.UUID, **_: object) -> None:
    """Show the bar of a new invitation to the same table."""
    PutAway.objects.filter(user=user_id, match=match_id).delete()


def forget_answered() -> None:
    """Forget the invitations that no longer stand."""
    kept = Seat.objects.filter(match=OuterRef("match"), kept_for=OuterRef("user"))
    PutAway.objects.filter(~Exists(kept)).delete()
