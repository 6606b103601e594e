"""Invitations that a browser has followed: remembered in its session."""

from __future__ import annotations

import uuid
from typing import Any

INVITED = "invited"
MOST = 50


def remember(session: Any, match_id: uuid.UUID) -> None:
    """This browser came by an invitation; the newest ones are kept."""
    known = [text for text in session.get(INVITED, []) if text != str(match_id)]
    session[INVITED] = [*known, str(match_id)][-MOST:]


def is_invited(session: Any, match_id: uuid.UUID) -> bool:
    """Whether this browser came by an invitation to this match."""
    return str(match_id) in session.get(INVITED, [])
