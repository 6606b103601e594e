"""The data of each kind of event, for programs that read them; the module holds nothing else."""

from __future__ import annotations

from games.kernel.contract import Seat
from games.kernel.told import Told


class Dealt(Told, frozen=True):
    """The deal: the seat that leads, and how many cards are left."""

    first: Seat
    stock: int


class Offered(Told, frozen=True):
    """The leader holds a card out."""

    seat: Seat
    card: str


class Raised(Told, frozen=True):
    """The seat holds out a higher card, or a card of a fresh colour."""

    seat: Seat
    card: str


class Released(Told, frozen=True):
    """An earlier card of this seat is released, its head uncovered."""

    seat: Seat
    card: str


class Passed(Told, frozen=True):
    """A seat passes."""

    seat: Seat


class Parried(Told, frozen=True):
    """The seat shows the twin of the highest card and takes the trick."""

    seat: Seat
    card: str


class TrickTaken(Told, frozen=True):
    """A trick is taken: its full cards and their seats; a moment unless the piles are open."""

    seat: Seat
    parried: bool
    count: int
    cards: list[str]
    seats: list[Seat]


class Looked(Told, frozen=True):
    """To this seat alone: it has looked at the trick."""

    seat: Seat


class PutAway(Told, frozen=True):
    """The review is over.

    `seat` took the trick. `drawn`: the number of cards that each seat drew. `leader`: the seat that
    leads now (null: the round is over).
    """

    seat: Seat
    drawn: list[int]
    leader: Seat | None


class Drew(Told, frozen=True):
    """To the seat that drew these cards alone."""

    cards: list[str]


class TimedOut(Told, frozen=True):
    """The server acts for a seat, in this phase."""

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
