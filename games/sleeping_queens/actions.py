"""What a seat may do, and what the table does when time is up (RULES.md 3, 5, 8).

On the wire cards and queens go by name, number cards by value, slots by place 0..11.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from games.kernel.contract import Action, Seat, TableAction

NOWHERE: Final = -1
"""A slot or a seat that a half-finished selection leaves open; no such place, so never legal."""
NO_NUMBER: Final = 0
"""Stands for a special card among number cards; no such number, so never legal."""


class PlayKing(Action, frozen=True):
    """A king wakes the queen on this slot."""

    slot: int


class PlayJester(Action, frozen=True):
    """A jester turns up the top card of the draw pile."""


class PlayKnight(Action, frozen=True):
    """A knight rides for a queen who lies awake before somebody else."""

    victim: Seat
    queen: str


class PlayPotion(Action, frozen=True, omit_defaults=True):
    """A potion for somebody else's queen; `slot` None: the first empty one."""

    victim: Seat
    queen: str
    slot: int | None = None


class DiscardNumbers(Action, frozen=True, omit_defaults=True):
    """One number, a pair, or an addition; `result`: the sum as typed, where it must be said."""

    cards: tuple[int, ...]
    result: int | None = None


class DiscardAny(Action, frozen=True):
    """A single card of any kind, when nothing in the hand can be played."""

    card: str


class Defend(Action, frozen=True):
    """A dragon against the knight, a wand against the potion."""

    card: str


class LetHappen(Action, frozen=True):
    """The attacked queen is let go."""


class WakeQueen(Action, frozen=True):
    """The seat that was counted, or that woke the Rose Queen, wakes the queen on this slot."""

    slot: int


class DeclineWake(Action, frozen=True):
    """The counted seat lets the queens sleep."""


class HoldOver(TableAction, frozen=True):
    """The shortest time to answer an attack has passed."""


class TimeUp(TableAction, frozen=True):
    """The awaited seat's time has passed."""


SleepingQueensAction: TypeAlias = (
    PlayKing
    | PlayJester
    | PlayKnight
    | PlayPotion
    | DiscardNumbers
    | DiscardAny
    | Defend
    | LetHappen
    | WakeQueen
    | DeclineWake
    | HoldOver
    | TimeUp
)
