"""The legal actions, and a judge for each kind of action (RULES.md 3 and 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.daumen_drauf import refusals
from games.daumen_drauf.actions import (
    Acknowledge,
    DaumenDraufAction,
    Offer,
    Parry,
    Pass,
    Raise,
)
from games.daumen_drauf.cards import CARD_NAMED, CARDS, COLOUR_OF, VALUE_OF, Card, twin
from games.daumen_drauf.state import Phase, State, higher
from games.kernel.contract import Millis, Refusal, Rules, Seat

Verdict: TypeAlias = Refusal | None

OFFERS: Final = tuple(map(Offer, CARDS))
RAISES: Final = tuple(map(Raise, CARDS))
PARRIES: Final = tuple(map(Parry, CARDS))
PASS: Final = Pass()
ACKNOWLEDGE: Final = Acknowledge()


def legal_actions(rules: Rules, state: State, seat: Seat) -> tuple[DaumenDraufAction, ...]:
    """List the legal actions of this seat, which may act now."""
    hand = state.hands[seat]
    if state.phase is Phase.LEAD:
        return tuple([OFFERS[card] for card in hand])
    if state.phase is Phase.REVIEW:
        return (ACKNOWLEDGE,)
    raises = [RAISES[card] for card in higher(state, hand)]
    other = twin(state.highest)
    return (PASS, *raises, PARRIES[other]) if other in hand else (PASS, *raises)


def why_not(
    rules: Rules, state: State, seat: Seat, action: DaumenDraufAction, at_ms: Millis
) -> Verdict:
    """Return why a seat that may act now may not do this; None if it may."""
    return JUDGES[type(action)](state, seat, action)


def _held(state: State, seat: Seat, name: str) -> Card | None:
    card = CARD_NAMED.get(name)
    return card if card in state.hands[seat] else None


def _offer(state: State, seat: Seat, action: Offer) -> Verdict:
    if state.phase is Phase.REVIEW:
        return refusals.LOOK_FIRST
    if _held(state, seat, action.card) is None:
        return refusals.NOT_IN_HAND
    return None if state.phase is Phase.LEAD else refusals.ALREADY_BEGUN


def _raise(state: State, seat: Seat, action: Raise) -> Verdict:
    if state.phase is not Phase.BID:
        return _nothing_to_beat(state)
    card = _held(state, seat, action.card)
    if card is None:
        return refusals.NOT_IN_HAND
    if higher(state, (card,)):
        return None
    if card == twin(state.highest):
        return refusals.TWIN_CANNOT_RAISE
    if COLOUR_OF[card] == COLOUR_OF[state.highest]:
        return refusals.too_low(VALUE_OF[state.highest])
    return refusals.OLDER_COLOUR


def _parry(state: State, seat: Seat, action: Parry) -> Verdict:
    if state.phase is not Phase.BID:
        return _nothing_to_beat(state)
    card = _held(state, seat, action.card)
    if card is None:
        return refusals.NOT_IN_HAND
    return None if card == twin(state.highest) else refusals.NOT_TWIN


def _pass(state: State, seat: Seat, action: Pass) -> Verdict:
    # Always legal, with any hand (RULES.md 3.5), except for the leader's first offer (3.1).
    if state.phase is Phase.LEAD:
        return refusals.MUST_OFFER
    return refusals.LOOK_FIRST if state.phase is Phase.REVIEW else None


def _acknowledge(state: State, seat: Seat, action: Acknowledge) -> Verdict:
    return None if state.phase is Phase.REVIEW else refusals.NOTHING_TO_LOOK_AT


def _nothing_to_beat(state: State) -> Refusal:
    return refusals.LOOK_FIRST if state.phase is Phase.REVIEW else refusals.NOTHING_TO_BEAT


JUDGES: Final[Mapping[type[Any], Callable[[State, Seat, Any], Verdict]]] = {
    Offer: _offer,
    Raise: _raise,
    Parry: _parry,
    Pass: _pass,
    Acknowledge: _acknowledge,
}
