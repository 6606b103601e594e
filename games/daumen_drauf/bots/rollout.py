"""A quick policy that uses only what the seat could know.

Bots play by it, and so do all seats in the rounds that the search bot samples. The value of a
choice is a weighted sum of a few features: the card's points, the known points of the trick, and
the share of cards that could beat the card.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

from games.daumen_drauf.actions import DaumenDraufAction
from games.daumen_drauf.bots.mutable_round import NONE, WORTH, Chooser, Table
from games.daumen_drauf.cards import COLOUR_OF, COLOURS, VALUE_OF, Card, highest_value, twin
from games.daumen_drauf.legality import ACKNOWLEDGE, OFFERS, PARRIES, PASS, RAISES
from games.daumen_drauf.state import Phase, State
from games.kernel.contract import Chance, Rules, Seat


class Weights(NamedTuple):
    """Weights of the features.

    * `worth`: the card's points, 1 or -1.
    * `beaten`: the share of all faces that would beat the card.
    * `trick`: the points of the trick.
    * `last`: the stock is empty.
    """

    raises: float
    worth: float
    trick: float
    beaten: float
    worth_beaten: float
    trick_beaten: float
    last: float
    last_worth: float
    last_beaten: float
    again: float
    """The seat already holds out a card."""
    unknown: float
    """Points of a card whose poison the seat does not know."""
    parry: float
    lead_worth: float
    lead_beaten: float
    lead_worth_beaten: float
    lead_last_worth: float
    lead_last_beaten: float


TWO: Final = Weights(
    raises=-0.18, worth=0.71, trick=0.98, beaten=0.62, worth_beaten=-0.19, trick_beaten=-0.14,
    last=1.15, last_worth=0.14, last_beaten=-0.39, again=0.4, unknown=-0.31, parry=1.83,
    lead_worth=1.56, lead_beaten=0.77, lead_worth_beaten=0.14,
    lead_last_worth=-0.43, lead_last_beaten=0.87,
)  # fmt: skip
MANY: Final = Weights(
    raises=-0.3, worth=-0.08, trick=1.0, beaten=-0.5, worth_beaten=-0.53, trick_beaten=-0.5,
    last=0.1, last_worth=0.0, last_beaten=0.0, again=0.66, unknown=0.0, parry=0.0,
    lead_worth=-0.42, lead_beaten=-0.44, lead_worth_beaten=-0.29,
    lead_last_worth=-0.61, lead_last_beaten=-0.43,
)  # fmt: skip
"""Found by matches against random players and against earlier weights."""

Values: TypeAlias = tuple[float, ...]
"""A value for each card."""


@cache
def card_chooser(seats: int) -> Chooser:
    """Return the policy of every seat at a table with this number of seats."""
    return with_weights(TWO if seats == 2 else MANY, highest_value(seats))


def with_weights(w: Weights, highest: int) -> Chooser:
    """Return the policy with these weights for cards up to this value."""
    leads = tuple(_leads(w, highest, last) for last in (False, True))
    raises = tuple(
        tuple(_raises(w, highest, fresh, last) for fresh in range(len(COLOURS)))
        for last in (False, True)
    )
    tricks = tuple(_tricks(w, highest, fresh) for fresh in range(len(COLOURS)))

    def choose(table: Table) -> Card:
        hand, last, top = table.hands[table.active], not table.stock, table.top
        if top < 0:
            return max(hand, key=leads[last].__getitem__)
        fits = FITS[table.shown][top]
        fitting = [card for card in hand if fits[card]]
        if not fitting:
            return NONE
        fresh, trick = FRESH[table.shown], _trick(table, hand, w.unknown)
        choice, best = NONE, -w.again if table.offers[table.active] >= 0 else 0.0
        for card in fitting:
            if card == top ^ 1:
                value = trick + WORTH[card] + w.parry
            else:
                then = fresh if COLOUR_OF[card] == COLOUR_OF[top] else fresh - 1
                value = raises[last][then][card] + trick * tricks[then][card]
            if value > best:
                choice, best = card, value
        return choice

    return choose


def _trick(table: Table, hand: list[Card], unknown: float) -> float:
    """Return the points of the trick, as far as the active seat knows."""
    known: float = table.released
    own, seen = table.offers[table.active], table.seen
    for card in table.offers:
        if card >= 0:
            twin = card ^ 1
            known += WORTH[card] if card == own or seen[twin] or twin in hand else unknown
    return known


FRESH: Final = tuple(len(COLOURS) - shown.bit_count() for shown in range(1 << len(COLOURS)))
"""Number of colours not shown yet, by the bits of those shown."""


def _fits(shown: int, top: Card, card: Card) -> bool:
    """Return whether this card raises or parries the highest one after these colours."""
    if COLOUR_OF[card] == COLOUR_OF[top]:
        return card > (top | 1) or card == top ^ 1
    return not shown >> COLOUR_OF[card] & 1


_EVERY: Final = range(len(WORTH))
FITS: Final = tuple(
    tuple(bytes(_fits(shown, top, card) for card in _EVERY) for top in _EVERY)
    for shown in range(1 << len(COLOURS))
)
"""1 for a card that raises or parries: by the colours shown, by the highest card, by card."""


def _beaten(card: Card, highest: int, fresh: int) -> float:
    """Return the share of all faces that beat this card when this number of colours is fresh."""
    return (fresh * highest + max(0, highest - VALUE_OF[card])) / (len(COLOURS) * highest)


def _leads(w: Weights, highest: int, last: bool) -> Values:
    worth_weight = w.lead_worth + last * w.lead_last_worth
    beaten_weight = w.lead_beaten + last * w.lead_last_beaten
    found = []
    for card, worth in enumerate(WORTH):
        beaten = _beaten(card, highest, len(COLOURS) - 1)
        found.append(worth_weight * worth + (beaten_weight + w.lead_worth_beaten * worth) * beaten)
    return tuple(found)


def _raises(w: Weights, highest: int, fresh: int, last: bool) -> Values:
    worth_weight = w.worth + last * w.last_worth
    beaten_weight = w.beaten + last * w.last_beaten
    found = []
    for card, worth in enumerate(WORTH):
        beaten = _beaten(card, highest, fresh)
        found.append(
            w.raises
            + last * w.last
            + worth_weight * worth
            + (beaten_weight + w.worth_beaten * worth) * beaten
        )
    return tuple(found)


def _tricks(w: Weights, highest: int, fresh: int) -> Values:
    """Return the value of each point in the trick, by card."""
    return tuple(
        w.trick + w.trick_beaten * _beaten(card, highest, fresh) for card in range(len(WORTH))
    )


def rollout_policy(rules: Rules, state: State, seat: Seat, chance: Chance) -> DaumenDraufAction:
    """Return the policy's action for this seat, which must act."""
    if state.phase is Phase.REVIEW:
        return ACKNOWLEDGE
    card = card_chooser(state.seats)(Table(state))
    if card == NONE:
        return PASS
    if state.phase is Phase.LEAD:
        return OFFERS[card]
    return PARRIES[card] if card == twin(state.highest) else RAISES[card]
