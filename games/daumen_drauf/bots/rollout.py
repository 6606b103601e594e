"""What one does at a glance, going by what one could know: how the bots play, and how
everybody plays in the rounds that the searching bot samples.

A choice is worth a sum of few things, with weights for it: what the card counts, what the trick
counts as far as it is known, and how much there is that could beat the card.
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
    """`worth`: what the card counts, 1 or -1. `beaten`: the share of all faces that would beat
    the card. `trick`: what the trick counts. `last`: the stock is used up."""

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
    """One holds out a card already."""
    unknown: float
    """What a card counts of which one cannot tell."""
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
"""Found by playing against random players and against earlier weights."""

Values: TypeAlias = tuple[float, ...]
"""By card."""


@cache
def card_chooser(seats: int) -> Chooser:
    """What everybody does at a table of so many."""
    return with_weights(TWO if seats == 2 else MANY, highest_value(seats))


def with_weights(w: Weights, highest: int) -> Chooser:
    """What somebody with these weights does where the cards' highest value is this."""
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
    """What the trick counts, as far as the active seat can tell."""
    known: float = table.released
    own, seen = table.offers[table.active], table.seen
    for card in table.offers:
        if card >= 0:
            twin = card ^ 1
            known += WORTH[card] if card == own or seen[twin] or twin in hand else unknown
    return known


FRESH: Final = tuple(len(COLOURS) - shown.bit_count() for shown in range(1 << len(COLOURS)))
"""How many colours have not been shown, by those that have, as bits."""


def _fits(shown: int, top: Card, card: Card) -> bool:
    """Whether it raises or parries, where these colours are shown and this card is the highest."""
    if COLOUR_OF[card] == COLOUR_OF[top]:
        return card > (top | 1) or card == top ^ 1
    return not shown >> COLOUR_OF[card] & 1


_EVERY: Final = range(len(WORTH))
FITS: Final = tuple(
    tuple(bytes(_fits(shown, top, card) for card in _EVERY) for top in _EVERY)
    for shown in range(1 << len(COLOURS))
)
"""1 for a card that raises or parries, by the colours shown, by the highest card, and by card."""


def _beaten(card: Card, highest: int, fresh: int) -> float:
    """The share of all faces that beat this card, if so many colours are fresh then."""
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
    """What each point of the trick adds."""
    return tuple(
        w.trick + w.trick_beaten * _beaten(card, highest, fresh) for card in range(len(WORTH))
    )


def rollout_policy(rules: Rules, state: State, seat: Seat, chance: Chance) -> DaumenDraufAction:
    """What this awaited seat does at a glance."""
    if state.phase is Phase.REVIEW:
        return ACKNOWLEDGE
    card = card_chooser(state.seats)(Table(state))
    if card == NONE:
        return PASS
    if state.phase is Phase.LEAD:
        return OFFERS[card]
    return PARRIES[card] if card == twin(state.highest) else RAISES[card]
