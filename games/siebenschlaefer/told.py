"""The data of each kind of event, for programs that read them; the module holds nothing else."""

from __future__ import annotations

from games.kernel.contract import Seat
from games.kernel.told import Told


class Dealt(Told, frozen=True):
    """The deal: this number of cards to each hand."""

    cards: int


class Lots(Told, frozen=True):
    """The seats that draw lots, and the lowest of them; the cards are a moment."""

    seats: list[Seat]
    lowest: list[Seat]
    cards: list[list[str]]


class Begins(Told, frozen=True):
    """The seat that begins, and why."""

    seat: Seat
    reason: str


class Laid(Told, frozen=True):
    """A pair is laid; `value`: the value to beat now, null for any."""

    seat: Seat
    cards: list[str]
    value: int | None
    effect: str
    left: int


class Skipped(Told, frozen=True):
    """A seven skips a seat."""

    seat: Seat
    by: Seat


class GoesAgain(Told, frozen=True):
    """Two sevens: the same seat goes again."""

    seat: Seat


class CardsDrawn(Told, frozen=True):
    """A seat draws."""

    seat: Seat
    count: int
    because: str


class Drew(Told, frozen=True):
    """To the seat that drew these cards alone."""

    cards: list[str]


class Reshuffled(Told, frozen=True):
    """This number of discards are the stock now."""

    count: int


class StockExhausted(Told, frozen=True):
    """The seat could not draw: the stock and the discards are empty."""

    seat: Seat
    because: str


class Passed(Told, frozen=True):
    """A seat passes; `passes`: the number of passes in a row."""

    seat: Seat
    passes: int


class NewStart(Told, frozen=True):
    """All have passed: two cards of the stock are the new start value."""

    cards: list[str]
    value: int | None


class SetAside(Told, frozen=True):
    """Two cards that make no start value."""

    cards: list[str]


class ValueFreed(Told, frozen=True):
    """The stock gave no start value: any pair may be laid."""


class ClosingTime(Told, frozen=True):
    """The last turn is over."""

    turns: int


class TimedOut(Told, frozen=True):
    """The server acts for a seat."""

    seat: Seat
    kind: str


class HandsCounted(Told, frozen=True):
    """The hands at the end, by seat, and the seats that pay."""

    hands: list[list[str]]
    points: list[int]
    payers: list[Seat]


EVENTS = (
    Dealt,
    Lots,
    Begins,
    Laid,
    Skipped,
    GoesAgain,
    CardsDrawn,
    Drew,
    Reshuffled,
    StockExhausted,
    Passed,
    NewStart,
    SetAside,
    ValueFreed,
    ClosingTime,
    TimedOut,
    HandsCounted,
)
