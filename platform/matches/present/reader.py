"""The reader of a sentence, whom its template addresses as "you"."""

from __future__ import annotations

from games.kernel.contract import Seat, Viewer


class Reader:
    """The reader of a sentence, `you` in its template: equal to the reader's seat, if they have one.

    It remembers the seats that a template compared with it. Only these can get another sentence.
    """

    def __init__(self, seat: Viewer) -> None:
        """Make the reader with this seat; None for a reader without one."""
        self.seat = seat
        self.compared: set[Seat] = set()

    def __eq__(self, other: object) -> bool:
        """Return whether this is the reader's seat."""
        if isinstance(other, int):
            self.compared.add(other)
        return self.seat is not None and other == self.seat
