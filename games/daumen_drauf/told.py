"""Each kind of event, and its data, for programs that read them. It holds nothing else."""

from __future__ import annotations

from games.kernel.contract import Seat
from games.kernel.told import Told


class Dealt(Told, frozen=True):
    """The deal: who leads, and how many cards are left."""

    first: Seat
    stock: int


class Offered(Told, frozen=True):
    """The leader holds a card out."""

    seat: Seat
    card: str


class Raised(Told, frozen=True):
    """A higher card, or one of a fresh colour, is held out."""

    seat: Seat
    card: str


class Released(Told, frozen=True):
    """An earlier card of this seat is let go, its head uncovered."""

    seat: Seat
    card: str


class Passed(Told, frozen=True):
    """A seat passes."""

    seat: Seat


class Parried(Told, frozen=True):
    """A card of the same value is laid beside the highest, and takes the trick."""

    seat: Seat
    card: str


class TrickTaken(Told, frozen=True):
    """A trick is taken: its whole cards, and whose each was; a moment unless piles lie open."""

    seat: Seat
    parried: bool
    count: int
    cards: list[str]
    seats: list[Seat]


class Looked(Told, frozen=True):
    """To this seat alone: it has seen enough of the trick."""

    seat: Seat


class PutAway(Told, frozen=True):
    """The review is over: who took the trick, how many each seat drew, who leads now (null: the round is over)."""

    seat: Seat
    drawn: list[int]
    leader: Seat | None


class Drew(Told, frozen=True):
    """To who drew them alone."""

    cards: list[str]


class TimedOut(Told, frozen=True):
    """The table acts for a seat, in this phase."""

    seat: Seat
    kind: str


class Counted(Told, frozen=True):
    """The count at the end, by seat."""

    harmless: list[int]
    poisonous: list[int]
    left: list[int]
    points: list[int]


EVENTS = (
    Dealt,
    Offered,
    Raised,
    Released,
    Passed,
    Parried,
    TrickTaken,
    Looked,
    PutAway,
    Drew,
    TimedOut,
    Counted,
)
