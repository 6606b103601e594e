"""What a seat may do, and what the table does when time is up (RULES.md 4, 5, 7).

Every action names by `seq` what it answers to, so that nobody's is held up by what others do at
the same time: a call and an acceptance the placement, everything else the situation. A target is
"middle-0" to "middle-4" or "seat-0" to "seat-7".
"""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.contract import Action, TableAction


class Reveal(Action, frozen=True):
    """Turn the top card of the draw pile; without one, turn the discard pile over first."""

    seq: int


class PlaceDiscardTop(Action, frozen=True):
    """Lay the top card of one's discard pile on another pile."""

    seq: int
    target: str


class PlaceRevealed(Action, frozen=True):
    """Lay the turned card on another pile."""

    seq: int
    target: str


class KeepRevealed(Action, frozen=True):
    """Lay the turned card on one's own discard pile, which ends the turn."""

    seq: int


class UndoFlip(Action, frozen=True):
    """Turn the draw pile back into the discard pile that it was before this card was turned."""

    seq: int


class CallSchlafmuetze(Action, frozen=True):
    """Shout that there was a mistake; what it was need not be said."""

    seq: int


class AcceptPlacement(Action, frozen=True):
    """Say that one has no objection."""

    seq: int


class TimeUp(TableAction, frozen=True):
    """The time of the active seat has passed."""


class WindowOver(TableAction, frozen=True):
    """The time for calling has passed."""


SchlafmuetzenAction: TypeAlias = (
    Reveal
    | PlaceDiscardTop
    | PlaceRevealed
    | KeepRevealed
    | UndoFlip
    | CallSchlafmuetze
    | AcceptPlacement
    | TimeUp
    | WindowOver
)
