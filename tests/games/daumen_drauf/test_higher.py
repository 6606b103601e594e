"""The cards that beat a card, for every order of colours and every pair (RULES.md 3.3)."""

from __future__ import annotations

from itertools import permutations

import pytest
from msgspec.structs import replace

from games.daumen_drauf import legality
from games.daumen_drauf.actions import Parry, Pass, Raise
from games.daumen_drauf.bots.rollout import FITS
from games.daumen_drauf.cards import CARDS, COLOUR_OF, COLOURS, VALUE_OF, deck
from games.daumen_drauf.state import Phase, State, higher
from games.kernel.contract import Rules

RULES = Rules(1, {})
ORDERS = [order for count in (1, 2, 3) for order in permutations(range(len(COLOURS)), count)]


def shown(order: tuple[int, ...], top: int) -> State:
    """Return a trick: seat 0 holds out this card of the last colour; seat 1 has all others."""
    return State(
        phase=Phase.BID,
        began=0,
        active=1,
        hands=((), tuple(card for card in deck(7) if card != top)),
        stock=(),
        piles=((), ()),
        since_ms=0,
        trick=((0, top),),
        order=order,
    )


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_every_pair_of_cards(order: tuple[int, ...]) -> None:
    """A card is beaten by a greater value of its colour and by any card of a fresh colour."""
    for top in (card for card in deck(7) if COLOUR_OF[card] == order[-1]):
        state = shown(order, top)
        beating = set(higher(state, state.hands[1]))
        for card in state.hands[1]:
            same = COLOUR_OF[card] == COLOUR_OF[top] and VALUE_OF[card] > VALUE_OF[top]
            assert (card in beating) == (same or COLOUR_OF[card] not in order)


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_offers_refusals_and_habits_agree(order: tuple[int, ...]) -> None:
    """Offers, refusals and the bots' table agree which cards fit."""
    bits = sum(1 << colour for colour in order)
    for top in (card for card in deck(7) if COLOUR_OF[card] == order[-1]):
        state = shown(order, top)
        offers = set(legality.legal_actions(RULES, state, 1))
        tried = [
            action for card in state.hands[1] for action in (Raise(CARDS[card]), Parry(CARDS[card]))
        ]
        assert offers == {
            Pass(),
            *(a for a in tried if legality.why_not(RULES, state, 1, a, 0) is None),
        }
        fitting = {CARDS[card] for card in state.hands[1] if FITS[bits][top][card]}
        assert {offer.card for offer in offers if isinstance(offer, Raise | Parry)} == fitting


def test_without_the_card_there_is_only_passing() -> None:
    state = replace(shown((0,), 0), hands=((), ()))
    assert legality.legal_actions(RULES, state, 1) == (Pass(),)
