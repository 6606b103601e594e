"""Each kind of event, and its data, for programs that read them. It holds nothing else."""

from __future__ import annotations

from games.kernel.contract import Seat
from games.kernel.told import Told


class Dealt(Told, frozen=True):
    """The deal."""

    dealer: Seat
    first: Seat


class KingPlayed(Told, frozen=True):
    """A king wakes the queen of a slot."""

    seat: Seat
    slot: int


class QueenWoken(Told, frozen=True):
    """A queen is awake before this seat."""

    seat: Seat
    queen: str
    slot: int
    points: int


class WakeDeclined(Told, frozen=True):
    """A seat wakes no second queen."""

    seat: Seat


class QueenPutBack(Told, frozen=True):
    """A queen goes back to sleep: two that do not get on; her slot is a moment without the memory aid."""

    slot: int
    seat: Seat
    queen: str
    because: str


class QueenSlept(Told, frozen=True):
    """A potion: a queen sleeps again; her slot is a moment without the memory aid."""

    slot: int
    attacker: Seat
    victim: Seat
    queen: str


class QueenStolen(Told, frozen=True):
    """A knight takes a queen."""

    attacker: Seat
    victim: Seat
    queen: str
    points: int


class Attack(Told, frozen=True):
    """A `knight` or a `potion`; the victim may defend."""

    kind: str
    attacker: Seat
    victim: Seat
    queen: str
    slot: int | None


class Defended(Told, frozen=True):
    """A dragon or a wand turns the attack away."""

    victim: Seat
    attacker: Seat
    card: str
    queen: str


class Answered(Told, frozen=True):
    """To the victim alone: its answer was taken."""


class JesterPlayed(Told, frozen=True):
    """A jester."""

    seat: Seat


class JesterRevealed(Told, frozen=True):
    """What the jester turned up, and whom the count met; null: a power card."""

    seat: Seat
    card: str
    counted: Seat | None


class CardDiscarded(Told, frozen=True):
    """A card is exchanged."""

    seat: Seat
    card: str


class NumbersDiscarded(Told, frozen=True):
    """Numbers are exchanged: one, a pair, or a sum."""

    seat: Seat
    cards: list[int]
    equation: str | None


class Refilled(Told, frozen=True):
    """A hand is filled up."""

    seat: Seat
    count: int


class Drew(Told, frozen=True):
    """To who drew them alone."""

    cards: list[str]


class Reshuffled(Told, frozen=True):
    """So many discards are under the draw pile now."""

    count: int


class TimedOut(Told, frozen=True):
    """The table acts for a seat."""

    seat: Seat
    kind: str


EVENTS = (
    Dealt,
    KingPlayed,
    QueenWoken,
    WakeDeclined,
    QueenPutBack,
    QueenSlept,
    QueenStolen,
    Attack,
    Defended,
    Answered,
    JesterPlayed,
    JesterRevealed,
    CardDiscarded,
    NumbersDiscarded,
    Refilled,
    Drew,
    Reshuffled,
    TimedOut,
)
