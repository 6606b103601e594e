"""Constructors of events, by who may know them."""

from __future__ import annotations

from typing import Any

from games.kernel.contract import Event, Seat


def public_event(kind: str, /, **data: Any) -> Event:
    """Return an event that every viewer may see permanently."""
    return Event(kind, data)


def private_event(to: Seat, kind: str, /, **data: Any) -> Event:
    """Return an event that only one seat may see."""
    return Event(kind, data, (to,))
