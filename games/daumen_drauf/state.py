"""The state of a round of Daumen drauf!, and simple questions about it (RULES.md 2, 3)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from games.daumen_drauf.cards import COLOUR_OF, Card, Colour, twin
from games.kernel.contract import Millis, Seat, Value


class Phase(StrEnum):
    """The phase of a round; it decides who may act and how."""

    LEAD = "lead"
    BID = "bid"
    REVIEW = "review"
    OVER = "over"


class Reason(StrEnum):
    """The reason why a round ended."""

    NONE_LEFT = "none_left"
    ONE_LEFT = "one_left"
    CLOSED = "closed"


class Count(Value, frozen=True):
    """A seat's count at the end: cards taken by kind, and cards left in the hand."""

    harmless: int
    poisonous: int
    left: int

    @property
    def score(self) -> int:
        """The points of the round (RULES.md 5.2)."""
        return self.harmless - self.poisonous - self.left


class Ending(Value, frozen=True):
    """The end of the round, with a count for each seat."""

    reason: Reason
    counts: tuple[Count, ...]


class State(Value, frozen=True):
    """The whole state of a round. Hands are sorted; the top of the stock is last.

    * `began`: the seat that led the first trick.
    * `active`: the seat on turn; in the review, the seat that takes the trick.
    * `trick`: the cards shown, in this order, each with its seat. A seat's last card is its offer,
      its earlier ones are released; after a parry the last two cards are twins.
    * `order`: the trick's colours from low to high.
    * `looked`: the seats that have seen the finished trick.
    * `since_ms`: when the present turn, or the review, began.
    """

    phase: Phase
    began: Seat
    active: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    since_ms: Millis
    trick: tuple[tuple[Seat, Card], ...] = ()
    order: tuple[Colour, ...] = ()
    looked: tuple[Seat, ...] = ()
    ending: Ending | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def leader(self) -> Seat:
        """The seat that begins, or began, the present trick."""
        return self.trick[0][0] if self.trick else self.active

    @property
    def holder(self) -> Seat:
        """The seat that offers the highest card; call it only after the first offer."""
        return self.trick[-1][0]

    @property
    def highest(self) -> Card:
        """The last card shown; call it only after the first offer."""
        return self.trick[-1][1]


def higher(state: State, cards: Sequence[Card]) -> list[Card]:
    """Return those of these cards that beat the highest one (RULES.md 3.3)."""
    highest, order = state.trick[-1][1], state.order
    colour, last = COLOUR_OF[highest], highest | 1
    return [
        card
        for card in cards
        if (card > last if COLOUR_OF[card] == colour else COLOUR_OF[card] not in order)
    ]


def offer_of(state: State, seat: Seat) -> Card | None:
    """Return the card that this seat holds out under its thumb."""
    for shown_by, card in reversed(state.trick):
        if shown_by == seat:
            return card
    return None


def has_passed(state: State, seat: Seat) -> bool:
    """Return whether the seat has passed since the last offer, or has no cards (RULES.md 3.7).

    Call it only while there is an offer: the turn went from its holder to the active seat.
    """
    holder, seats = state.holder, state.seats
    return 0 < (seat - holder) % seats < (state.active - holder) % seats


def parried(state: State) -> bool:
    """Return whether the last card shown was the twin of the one before (RULES.md 3.6)."""
    return len(state.trick) > 1 and state.trick[-1][1] == twin(state.trick[-2][1])
