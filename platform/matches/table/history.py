"""What happened in a round so far, and what each viewer could see of it, worked out once.

A history only grows. Two tables of the same round share what was worked out for the shorter one,
so that a board costs what is new and not what has been.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from games.kernel.contract import Event, Viewer


@dataclass(frozen=True, slots=True)
class Happened:
    """A move's events, or the deal's (number 0)."""

    number: int
    at_ms: int
    events: tuple[Event, ...]


@dataclass(slots=True)
class Told:
    """What one viewer was told: the log so far, and the moments with their place in it.

    `moments`: which of the changes that this viewer saw it was, from 1, and the moment.
    """

    done: int = 0
    seen: int = 0
    log: list[Any] = field(default_factory=list)
    moments: list[tuple[int, Any]] = field(default_factory=list)


class History:
    """The events of a round, in order."""

    def __init__(self, happened: Sequence[Happened] = (), before: History | None = None) -> None:
        """`before`: what this one goes on from."""
        self._happened: list[Happened] = list(happened)
        self._told: dict[Hashable, Told] = {}
        self._lock = Lock()
        if before is not None:
            self._happened[:0] = before._happened
            self._told, self._lock = before._told, before._lock

    def __iter__(self) -> Iterator[Happened]:
        return iter(self._happened)

    def __len__(self) -> int:
        return len(self._happened)

    def __getitem__(self, which: slice) -> list[Happened]:
        return self._happened[which]

    def events(self) -> Iterator[Event]:
        """All events so far."""
        for happened in self._happened:
            yield from happened.events

    def told(self, viewer: Viewer, manner: Hashable, tell: Callable[[Event], Any]) -> Told:
        """What this viewer was told so far.

        `tell` makes of an event what is kept; `manner` names all that this depends on.
        """
        with self._lock:
            told = self._told.setdefault((viewer, manner), Told())
            if told.done > len(self._happened):  # somebody has looked at a later table meanwhile
                told = Told()
            for happened in self._happened[told.done :]:
                _tell(told, happened, viewer, tell)
            told.done = len(self._happened)
            return Told(told.done, told.seen, told.log[:], told.moments[:])


def _tell(told: Told, happened: Happened, viewer: Viewer, tell: Callable[[Event], Any]) -> None:
    seen = [event for event in happened.events if event.visible_to(viewer)]
    told.seen += bool(seen)
    for event in seen:
        if event.moment:
            told.moments.append((told.seen, tell(event)))
        line = event.logged()
        if line is not None:
            told.log.append(tell(line))
