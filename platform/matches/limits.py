"""Rate limits: tables that a user opens, seats that they keep, and steps of rounds that they read."""

from __future__ import annotations

from core.rate_limits import MINUTE, Counter, Limit

TABLES_OPENED = Limit("tables", most=60)
"""Limit of tables that one user opens: far above real use, but not a flood."""

KEPT_SEATS = Limit("kept-seats", most=10)
"""Limit of seats that a host keeps for the same user, who is notified of each."""

STEPS = Limit("steps", most=600, seconds=MINUTE)
"""Limit of steps of rounds that are read: ten a second, the repeat rate of a key."""


def kept_seats(host_id: int, friend_id: int) -> Counter:
    """Return the counter of seats that this host keeps for this user, by name or by rematch."""
    return KEPT_SEATS.counter(str(host_id), str(friend_id))
