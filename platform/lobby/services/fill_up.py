"""Fill a quick match with bots and start it, for a player who does not want to wait."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.db import transaction

from accounts.models import User
from core import clock
from core.refusals import refused
from matches.engine import catalogue
from matches.services.rounds.start import get_ready
from matches.services.seating.seats import lock_open_match, seat_bot

PATIENCE = timedelta(minutes=1)
"""Time in which only the host may fill the table with bots."""


@transaction.atomic
def fill_up(match_id: uuid.UUID, user: User, nonce: str = "") -> None:
    """Put a bot of the lowest level on each free seat; this user becomes ready.

    Raises:
        Refused: `not_yours`, `too_early` (only the host may, at first), and those of
            `seats.lock_open_match` and `start.get_ready`.
    """
    match = lock_open_match(match_id)
    seated = match.seats.filter(user=user).exists()
    if not match.quick or not seated or match.host is None:
        raise refused("not_yours")
    if match.host_id != user.pk and match.created_at > clock.now() - PATIENCE:
        raise refused("too_early")
    level = catalogue.game_of(match.game).meta.levels[0].slug
    for number in match.seats.filter(user=None, bot="").values_list("number", flat=True):
        seat_bot(match_id, match.host, number, level)
    get_ready(match_id, user, nonce)
