"""The data of each kind of event, for programs that read them; the module holds nothing else."""

from __future__ import annotations

from games.kernel.contract import Seat
from games.kernel.told import Told


class Dealt(Told, frozen=True):
    """The deal: the seat that begins, and the number of cards of each draw pile."""

    first: Seat
    counts: list[int]


class Turned(Told, frozen=True):
    """A card is turned; `over`: the number of discards that were turned over for it."""

    seat: Seat
    card: int
    over: int


class Laid(Told, frozen=True):
    """A card is laid, from `discard` or `turned`, onto `middle-i` or `seat-s`."""

    seq: int
    seat: Seat
    card: int
    source: str
    target: str


class Kept(Told, frozen=True):
    """The turned card is on the seat's own discard pile; the turn is over."""

    seq: int
    seat: Seat
    card: int
    next: Seat


class TurnedBack(Told, frozen=True):
    """This turned card and this number of others are the discard pile again."""

    seat: Seat
    card: int
    cards: int


class Accepted(Told, frozen=True):
    """A seat lets a placement stand."""

    seat: Seat
    seq: int


class LetStand(Told, frozen=True):
    """The window shut without a call; `seat` laid the card."""

    seat: Seat
    seq: int


class CalledOut(Told, frozen=True):
    """A right call: the mistake, and the placement that the rules required."""

    seat: Seat
    accused: Seat
    next: Seat
    seq: int
    error: str
    laid: int
    at: str
    card: int
    source: str
    targets: list[str]


class CalledWrongly(Told, frozen=True):
    """A wrong call, and its cost: `card`, `locked` or `nothing`."""

    seat: Seat
    accused: Seat
    seq: int
    cost: str


class TakenBack(Told, frozen=True):
    """A right call restores the table.

    `later`: source, card and target of later placements. `hidden`: seat and card of each turned
    card.
    """

    seat: Seat
    card: int
    target: str
    later: list[list[str | int]]
    hidden: list[list[int]]
    over: list[Seat]


class Penalty(Told, frozen=True):
    """Each of these seats gave the bottom card of its draw pile."""

    seat: Seat
    givers: list[Seat]


class TimedOut(Told, frozen=True):
    """The server acts for a seat."""

    seat: Seat
    phase: str


class Unnoticed(Told, frozen=True):
    """To no viewer before the end: a mistake that was not called out."""

    seat: Seat
    seq: int
    error: str
    laid: int
    at: str
    card: int
    source: str
    targets: list[str]


EVENTS = (
    Dealt,
    Turned,
    Laid,
    Kept,
    TurnedBack,
    Accepted,
    LetStand,
    CalledOut,
    CalledWrongly,
    TakenBack,
    Penalty,
    TimedOut,
    Unnoticed,
)
