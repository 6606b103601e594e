"""The data of each kind of event, for programs that read them; the module holds nothing else."""

from __future__ import annotations

from games.kernel.contract import Seat
from games.kernel.told import Told


class Dealt(Told, frozen=True):
    """The deal: the dealer, and the seat that begins."""

    dealer: Seat
    first: Seat


class KingPlayed(Told, frozen=True):
    """A king wakes the queen on a slot."""

    seat: Seat
    slot: int


class QueenWoken(Told, frozen=True):
    """A queen is awake before this seat."""

    seat: Seat
    queen: str
    slot: int
    points: int


class WakeDeclined(Told, frozen=True):
    """A seat lets the queens sleep."""

    seat: Seat


class QueenPutBack(Told, frozen=True):
    """A queen who clashes goes back to sleep; her slot is a moment without the memory aid."""

    slot: int
    seat: Seat
    queen: str
    because: str


class QueenSlept(Told, frozen=True):
    """A potion sends a queen to sleep again; her slot is a moment without the memory aid."""

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
    """A dragon or a wand stops the attack."""

    victim: Seat
    attacker: Seat
    card: str
    queen: str


class Answered(Told, frozen=True):
    """To the victim alone: its answer is recorded."""


class JesterPlayed(Told, frozen=True):
    """A seat plays a jester."""

    seat: Seat


class JesterRevealed(Told, frozen=True):
    """The card that the jester turned up, and the seat that the count met; null: a special card."""

    seat: Seat
    card: str
    counted: Seat | None


class CardDiscarded(Told, frozen=True):
    """A seat discards a card of any kind."""

    seat: Seat
    card: str


class NumbersDiscarded(Told, frozen=True):
    """A seat discards numbers: one, a pair, or an addition."""

    seat: Seat
    cards: list[int]
    equation: str | None


class Refilled(Told, frozen=True):
    """A hand is filled up."""

    seat: Seat
    count: int


class Drew(Told, frozen=True):
    """To the seat that drew these cards alone."""

    cards: list[str]


class Reshuffled(Told, frozen=True):
    """This number of discards are under the draw pile now."""

    count: int


class TimedOut(Told, frozen=True):
    """The server acts for a seat."""

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
