"""The events of a round so far, and the cached log of each viewer.

A history only grows. Two tables of the same round share the log of the shorter one, so a board
costs only the new events. Old events are read from the database when a caller needs them. Only this
module changes a shared `ViewerLog`, under the lock that its histories share. `History.log_for`
gives copies to all other code.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeAlias

from games.kernel.contract import Event, Viewer


@dataclass(frozen=True, slots=True)
class Happened:
    """The events of a move, or of the deal (number 0)."""

    number: int
    at_ms: int
    events: tuple[Event, ...]


Older: TypeAlias = Callable[[int, int | None], list[Happened]]
"""Reads the events before the move with this number: a number of the newest moves, or all of them
with the deal.
"""

NEWEST = 40
"""Number of moves to read at first: the number of lines on a board."""


@dataclass(slots=True)
class ViewerLog:
    """The log of a round so far for one viewer, and its moments with their positions.

    `seen`: the number of changes that this viewer saw. `moments`: the number of the change, from 1,
    and the moment. `whole`: the log starts with the deal. `done`: the number of the next move.
    """

    done: int
    whole: bool
    seen: int = 0
    log: list[Any] = field(default_factory=list)
    moments: list[tuple[int, Any]] = field(default_factory=list)

    def suffices(self, lines: int | None, changes: int | None) -> bool:
        """Return whether the log has this number of lines, and all moments of this number of
        changes.

        None means all of them.
        """
        if self.whole:
            return True
        if lines is None or changes is None:
            return False
        return len(self.log) >= lines and self.seen >= changes

    def newest(self, lines: int | None, changes: int | None) -> ViewerLog:
        """Return a copy with at most this number of lines, and the moments of this number of
        changes.

        None means all of them.
        """
        log = self.log[-lines:] if lines else self.log[:]
        old = 0 if changes is None else self.seen - changes
        moments = self.moments[bisect_right(self.moments, old, key=lambda moment: moment[0]) :]
        return ViewerLog(self.done, self.whole, self.seen, log, moments)


class History:
    """The events of a round, in order."""

    def __init__(
        self,
        happened: Sequence[Happened] = (),
        before: History | None = None,
        older: Older | None = None,
    ) -> None:
        """Make a history.

        `before`: the history that this one continues. `older`: reads the earlier moves; None if the
        history is complete.
        """
        self._happened: list[Happened] = list(happened)
        self._older = older
        self._logs: dict[Hashable, ViewerLog] = {}
        self._lock = Lock()
        if before is not None:
            self._logs, self._lock = before._logs, before._lock
            with self._lock:
                self._happened[:0] = before._happened
                self._older = before._older

    def __iter__(self) -> Iterator[Happened]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, which: slice) -> list[Happened]:
        return self._all()[which]

    def newest(self, most: int) -> list[Happened]:
        """Return this number of the newest moves, or those in memory; the deal counts as one."""
        with self._lock:
            return self._happened[-most:]

    def events(self) -> Iterator[Event]:
        """Iterate over all events so far."""
        for happened in self:
            yield from happened.events

    def log_for(
        self,
        viewer: Viewer,
        manner: Hashable,
        line_of: Callable[[Event], Any],
        lines: int | None = None,
        changes: int | None = None,
    ) -> ViewerLog:
        """Return a copy of this viewer's log so far.

        `line_of` turns an event into a line of the log. `manner` names everything that the lines
        depend on. `lines`, `changes`: the caller needs only the newest lines, and the moments of
        the newest changes that this viewer saw. `seen` and the numbers of the moments then count
        from a point after the deal.
        """
        with self._lock:
            known = self._logs.get((viewer, manner))
            if known is not None and known.done <= self._next and known.suffices(lines, changes):
                for happened in self._newest(self._next - known.done):
                    _take_in(known, happened, viewer, line_of)
                known.done = self._next
                return known.newest(lines, changes)
            anew = self._log_anew(viewer, line_of, lines, changes)
            # Another thread may have cached the log of a later table in the meantime.
            if known is None or known.done <= self._next:
                self._logs[viewer, manner] = anew
            return anew.newest(lines, changes)

    @property
    def _next(self) -> int:
        """Return the number of the next move."""
        return self._happened[-1].number + 1 if self._happened else 0

    def _log_anew(
        self,
        viewer: Viewer,
        line_of: Callable[[Event], Any],
        lines: int | None,
        changes: int | None,
    ) -> ViewerLog:
        most = None if lines is None or changes is None else NEWEST
        while True:
            newest = self._newest(most)
            is_whole = self._older is None and len(newest) == len(self._happened)
            found = ViewerLog(self._next, is_whole)
            for happened in newest:
                _take_in(found, happened, viewer, line_of)
            if most is None or found.suffices(lines, changes):
                return found
            most *= 4

    def _newest(self, most: int | None) -> list[Happened]:
        """Return this number of the newest moves, or all of them. Call it with the lock held."""
        missing = None if most is None else most - len(self._happened)
        if self._older is not None and (missing is None or missing > 0):
            self._happened[:0] = self._older(self._happened[0].number, missing)
            if self._happened[0].number == 0:
                self._older = None
        return (
            self._happened if most is None else self._happened[max(0, len(self._happened) - most) :]
        )

    def _all(self) -> list[Happened]:
        with self._lock:
            return self._newest(None)


def _take_in(
    into: ViewerLog, happened: Happened, viewer: Viewer, line_of: Callable[[Event], Any]
) -> None:
    seen = [event for event in happened.events if event.visible_to(viewer)]
    into.seen += bool(seen)
    for event in seen:
        if event.moment:
            into.moments.append((into.seen, line_of(event)))
        line = event.logged()
        if line is not None:
            into.log.append(line_of(line))
