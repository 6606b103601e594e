"""How many tables one person may open, how many seats keep, and how fast read a round."""

from __future__ import annotations

from core.rate_limits import MINUTE, Counter, Limit

TABLES_OPENED = Limit("tables", most=60)
"""The limit of tables opened by one person: far more than somebody can sit at, and no heap of them."""

KEPT_SEATS = Limit("kept-seats", most=10)
"""Seats that somebody keeps for one and the same person, who is told of each."""

STEPS = Limit("steps", most=600, seconds=MINUTE)
"""Steps of rounds that are read: ten a second, as fast as a key repeats."""


def kept_seats(host_id: int, friend_id: int) -> Counter:
    """How many seats this host keeps for this person, whichever way."""
    return KEPT_SEATS.counter(str(host_id), str(friend_id))
