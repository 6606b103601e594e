"""What happened, by whom it may be known."""

from __future__ import annotations

from typing import Any

from games.kernel.contract import NOBODY, Event, Seat


def tell(kind: str, /, **data: Any) -> Event:
    """An event that everyone may know for good."""
    return Event(kind=kind, data=data)


def whisper(to: Seat, kind: str, /, **data: Any) -> Event:
    """An event for one seat's eyes."""
    return Event(kind=kind, data=data, audience=(to,))


def note(kind: str, /, **data: Any) -> Event:
    """An event that nobody learns before the round is over."""
    return Event(kind=kind, data=data, audience=NOBODY)


class Telling:
    """Something that is carried out, and `events`: what has been told of it so far."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def tell(self, kind: str, /, **data: Any) -> None:
        """Let everybody know, for good."""
        self.events.append(tell(kind, **data))

    def whisper(self, to: Seat, kind: str, /, **data: Any) -> None:
        """Let one seat know."""
        self.events.append(whisper(to, kind, **data))
