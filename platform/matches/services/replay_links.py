"""Share a private match that is over: each player can make a link for reading it."""

from __future__ import annotations

import uuid

from django.db import transaction

from core.refusals import refused
from matches.models import Match, Seat, new_token


@transaction.atomic
def share_replay(match_id: uuid.UUID, user_id: int | None) -> None:
    """Give this player a link to the match's replay, if they have none.

    Raises:
        Refused: `not_a_player`, `not_over`.
    """
    place = _place_of(match_id, user_id)
    if place.match.status not in Match.OVER:
        raise refused("not_over")
    if place.replay is None:
        place.replay = new_token()
        place.save(update_fields=["replay"])


@transaction.atomic
def stop_sharing_replay(match_id: uuid.UUID, user_id: int | None) -> None:
    """Make this player's link permanently invalid.

    Raises:
        Refused: `not_a_player`.
    """
    place = _place_of(match_id, user_id)
    place.replay = None
    place.save(update_fields=["replay"])


def replay_links(match_id: uuid.UUID) -> dict[int, tuple[str, str]]:
    """Return the links that players of this match made: user id to name and token."""
    shared = Seat.objects.filter(match=match_id, replay__isnull=False, user__is_active=True)
    rows = shared.order_by("number").values_list("user", "user__name", "replay")
    return {user: (name, token) for user, name, token in rows if user and token}


def shared_replay(token: str) -> Match:
    """Return the match whose replay this link opens.

    Raises:
        Refused: `not_found`.
    """
    shared = Seat.objects.filter(replay=token, user__is_active=True).select_related("match")
    place = shared.first()
    if place is None:
        raise refused("not_found")
    return place.match


def _place_of(match_id: uuid.UUID, user_id: int | None) -> Seat:
    places = Seat.objects.select_for_update(of=("self",)).select_related("match")
    place = None if user_id is None else places.filter(match=match_id, user=user_id).first()
    if place is None:
        raise refused("not_a_player")
    return place
