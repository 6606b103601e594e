"""Removal of a player by the host before the cards are dealt."""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts.models import User
from core.refusals import refused
from matches.models import new_token
from matches.services.seating.seats import free_seat, lock_hosted_seat
from matches.store.change_match import count_change


@transaction.atomic
def kick_player(match_id: uuid.UUID, host: User, number: int) -> None:
    """Free the seat of a player, who may not come back unless a seat is kept for them.

    The invitation changes too, because a guest could follow the old one under another name.

    Raises:
        Refused: `not_yours`, `seat_free`, and those of `seats.lock_hosted_seat`.
    """
    match, place = lock_hosted_seat(match_id, host, number)
    if place.user_id is None:
        raise refused("seat_free")
    if place.user_id == host.pk:
        raise refused("not_yours")
    match.dismissed.append(place.user_id)
    match.invite = new_token()
    match.save(update_fields=["dismissed", "invite"])
    free_seat(place)
    count_change(match)
