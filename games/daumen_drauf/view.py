"""A viewer's observation of a round, built from an empty start (RULES.md 6).

A card has a name: "yellow-3" if its poison is under a thumb, otherwise "yellow-3-harmless" or
"yellow-3-poisonous".
"""

from __future__ import annotations

from typing import Annotated

from games.daumen_drauf.cards import (
    CARDS,
    COLOUR_OF,
    COLOURS,
    FACE_OF,
    VALUE_OF,
    Card,
    highest_value,
    names,
)
from games.daumen_drauf.options import chosen
from games.daumen_drauf.state import Ending, Phase, State, has_passed, offer_of, parried
from games.kernel.contract import Millis, Observation, Rules, Seat, Value, Viewer
from games.kernel.values import one_of


class Place(Value, frozen=True):
    """The cards in front of a seat.

    * `cards`: the number of cards in its hand.
    * `offer`: the card under its thumb.
    * `passed`: it has passed since the last offer, or has no cards.
    * `pile`: the number of cards it has taken.
    * `taken`: these cards, sorted, if the piles are open at this table, otherwise empty.
    """

    cards: int
    offer: str | None
    passed: bool
    pile: int
    taken: tuple[str, ...]


class Shown(Value, frozen=True):
    """A card of the trick and its seat; `thumb`: it is still held out, with its head covered."""

    seat: Seat
    card: str
    thumb: bool


class Highest(Value, frozen=True):
    """The card to beat: with a higher value of its colour, or with any card of a `fresh` colour."""

    seat: Seat
    card: str
    colour: str
    value: int
    fresh: tuple[str, ...]


class Taken(Value, frozen=True):
    """The seat that takes the finished trick, and whether it parried."""

    seat: Seat
    parried: bool


class Score(Value, frozen=True):
    """A seat's count at the end: cards taken by kind, cards left in the hand, points."""

    harmless: int
    poisonous: int
    left: int
    points: int


class Ended(Value, frozen=True):
    """The reason why the round is over, and the count of each seat."""

    reason: str
    scores: tuple[Score, ...]


class Board(Observation, frozen=True):
    """The table as one viewer sees it.

    * `values`: cards have the values 1 to this.
    * `hand`: the viewer's own cards.
    * `trick`: the cards shown in this trick, first one first; in the review all without a thumb.
    * `order`: the trick's colours from low to high.
    * `highest`: the card to beat, if there is one.
    * `taken`: only in the review.
    * `looked`: whether the viewer has seen the finished trick; no other viewer knows this.
    """

    phase: Annotated[str, one_of(Phase)]
    began: Seat
    leader: Seat
    active: Seat
    since_ms: Millis
    values: int
    stock: int
    places: tuple[Place, ...]
    hand: tuple[str, ...]
    trick: tuple[Shown, ...]
    order: tuple[str, ...]
    highest: Highest | None
    taken: Taken | None
    looked: bool
    ended: Ended | None

    @property
    def face_up(self) -> tuple[Shown, ...]:
        """The cards of the trick that no thumb covers."""
        return tuple(shown for shown in self.trick if not shown.thumb)


def observe(rules: Rules, state: State, viewer: Viewer) -> Board:
    """Return the table as this seat, or a spectator, sees it."""
    looked = viewer in state.looked
    return Board(
        viewer=viewer,
        awaited=_awaited(state, viewer),
        phase=state.phase.value,
        began=state.began,
        leader=state.leader,
        active=state.active,
        since_ms=state.since_ms,
        values=highest_value(state.seats),
        stock=len(state.stock),
        places=tuple(_place(rules, state, seat, viewer) for seat in range(state.seats)),
        hand=() if viewer is None else names(state.hands[viewer]),
        trick=_trick(state, viewer),
        order=tuple(COLOURS[colour] for colour in state.order),
        highest=_highest(state) if state.phase is Phase.BID else None,
        taken=Taken(state.active, parried(state)) if state.phase is Phase.REVIEW else None,
        looked=looked,
        ended=_ended(state.ending),
    )


def _awaited(state: State, viewer: Viewer) -> tuple[Seat, ...]:
    """Return the seats to wait for; in the review a seat sees only itself (RULES.md 4.3)."""
    if state.phase is Phase.REVIEW:
        return () if viewer is None or viewer in state.looked else (viewer,)
    return () if state.phase is Phase.OVER else (state.active,)


def _place(rules: Rules, state: State, seat: Seat, viewer: Viewer) -> Place:
    offer = offer_of(state, seat) if state.phase is Phase.BID else None
    pile = state.piles[seat]
    return Place(
        cards=len(state.hands[seat]),
        offer=None if offer is None else _name(offer, seat == viewer),
        passed=state.phase is Phase.BID and has_passed(state, seat),
        pile=len(pile),
        taken=names(tuple(sorted(pile))) if chosen(rules, "open_piles", True) else (),
    )


def _trick(state: State, viewer: Viewer) -> tuple[Shown, ...]:
    shown: list[Shown] = []
    offering: set[Seat] = set()
    for seat, card in reversed(state.trick):
        thumb = state.phase is Phase.BID and seat not in offering
        offering.add(seat)
        shown.append(Shown(seat, _name(card, not thumb or seat == viewer), thumb))
    return tuple(reversed(shown))


def _name(card: Card, poison_known: bool) -> str:
    return CARDS[card] if poison_known else FACE_OF[card]


def _highest(state: State) -> Highest:
    card = state.highest
    return Highest(
        seat=state.holder,
        card=FACE_OF[card],
        colour=COLOURS[COLOUR_OF[card]],
        value=VALUE_OF[card],
        fresh=tuple(name for colour, name in enumerate(COLOURS) if colour not in state.order),
    )


def _ended(ending: Ending | None) -> Ended | None:
    if ending is None:
        return None
    return Ended(
        reason=ending.reason.value,
        scores=tuple(
            Score(count.harmless, count.poisonous, count.left, count.score)
            for count in ending.counts
        ),
    )
