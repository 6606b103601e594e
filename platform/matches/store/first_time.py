"""Whether a game is new to a user."""

from __future__ import annotations

import uuid

from matches.models import Seat


def is_new_to(user_id: int | None, game: str, but: uuid.UUID | None = None) -> bool:
    """Return whether this user has not sat at a table of this game; `but`: at any other than this."""
    if user_id is None:
        return True
    return not Seat.objects.filter(user=user_id, match__game=game).exclude(match=but).exists()
