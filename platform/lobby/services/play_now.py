"""Play now: a table with two bots, dealt at once."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from matches import engine
from matches.models import Match
from matches.services import start
from matches.services.tables import open_match

COMPANY = 2


@transaction.atomic
def play_now(user: User, game: str, nonce: str = "") -> Match:
    """A match of this user against bots of the gentlest level, with the cards on the table.

    Raises:
        Refused: `unknown_game`, or `malformed` (the nonce).
    """
    meta = engine.game_of(game).meta
    least, most = meta.seats
    seats = min(max(1 + COMPANY, least), most)
    match = open_match(user, game, seats=seats, bots=[meta.levels[0].slug] * (seats - 1))
    start.ready(match.pk, user, nonce)
    return match
