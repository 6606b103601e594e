"""What happened, by whom it may be known."""

from __future__ import annotations

from typing import Any

from games.kernel.contract import Event, Seat


def public_event(kind: str, /, **data: Any) -> Event:
    """An event that everyone may know for good."""
    return Event(kind, data)


def private_event(to: Seat, kind: str, /, **data: Any) -> Event:
    """An event for one seat's eyes."""
    return Event(kind, data, (to,))
