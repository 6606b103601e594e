"""Open a table with its seats: bots, and reservations for friends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from matches.models import Match
from matches.services.seating import reserve_seat
from matches.services.seating.seats import seat_bot
from matches.services.seating.tables import open_match


@transaction.atomic
def lay_table(
    host: User,
    game: str,
    *,
    bots: Mapping[int, str],
    friends: Mapping[int, User | None],
    **wanted: Any,
) -> Match:
    """Return an open match. `bots`: levels by seat. `friends`: a user or None (a link) by seat.

    `wanted`: the arguments of `open_match`.

    Raises:
        Refused: those of `open_match`, `seat_bot` and `keep_for`.
    """
    match = open_match(host, game, **wanted)
    for number, level in bots.items():
        seat_bot(match.pk, host, number, level)
    for number, friend in friends.items():
        if friend is None:
            reserve_seat.reserve_by_link(match.pk, host, number)
        else:
            reserve_seat.reserve_for(match.pk, host, number, friend)
    match.refresh_from_db()
    return match
