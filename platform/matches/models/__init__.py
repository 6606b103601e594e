"""Models of a match.

`Move` is the source of truth. `Round.state` is a cache, written in the same transaction;
`manage.py verify_matches` proves by replay that it is equal. Only `matches.services` writes here.
"""

from __future__ import annotations

from matches.models.absence import Departure, at_tables_of, followed_seats, played_by_others
from matches.models.arbiters import Arbiter
from matches.models.corrections import Correction
from matches.models.match import Match, new_token
from matches.models.orders import StandingOrder
from matches.models.outbox import Deadline, Outbox
from matches.models.pauses import Downtime, Heartbeat, Pause, pause_now
from matches.models.releases import Release
from matches.models.round import Move, Round
from matches.models.rules import RulesVersion
from matches.models.seat import Seat
from matches.models.talk import Message

__all__ = (
    "Arbiter",
    "Correction",
    "Deadline",
    "Departure",
    "Downtime",
    "Heartbeat",
    "Match",
    "Message",
    "Move",
    "Outbox",
    "Pause",
    "Release",
    "Round",
    "RulesVersion",
    "Seat",
    "StandingOrder",
    "at_tables_of",
    "followed_seats",
    "new_token",
    "pause_now",
    "played_by_others",
)
