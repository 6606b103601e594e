"""The legal actions of each phase; each kind of action judges its own (RULES.md 3, 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from games.kernel.contract import Millis, Refusal, Rules, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.actions import (
    DeclineWake,
    Defend,
    DiscardAny,
    DiscardNumbers,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
    WakeQueen,
    any_card,
    decline,
    defend,
    jester,
    king,
    knight,
    let_happen,
    numbers,
    potion,
    wake,
)
from games.sleeping_queens.cards import JESTER, KING, KNIGHT, POTION, Face
from games.sleeping_queens.state import Phase, State
from games.sleeping_queens.turn import Turn


class Kind(Protocol):
    """The interface of a module in `actions/`."""

    def why_not(self, rules: Rules, state: State, seat: Seat, action: Any) -> Refusal | None:
        """Return why a seat that may act now may not do this; None if it may."""

    def offers(self, rules: Rules, state: State, seat: Seat) -> tuple[SleepingQueensAction, ...]:
        """List the actions of this kind for a seat that may act now and has the card for it."""

    def carry_out(self, turn: Turn, seat: Seat, action: Any) -> None:
        """Carry out the action, which is legal."""


KINDS: Final[Mapping[Phase, Mapping[type[Any], Kind]]] = {
    Phase.TURN: {
        PlayKing: king,
        PlayJester: jester,
        DiscardNumbers: numbers,
        PlayKnight: knight,
        PlayPotion: potion,
        DiscardAny: any_card,
    },
    Phase.DEFENSE: {Defend: defend, LetHappen: let_happen},
    Phase.WAKE_CHOICE: {WakeQueen: wake, DeclineWake: decline},
    Phase.OVER: {},
}
"""By phase, the kinds in the order of their offers."""
CARDS: Final[Mapping[type[Any], Face]] = {
    PlayKing: KING,
    PlayJester: JESTER,
    PlayKnight: KNIGHT,
    PlayPotion: POTION,
}
"""The card that a kind of action requires, if it is always the same."""
OFFERED: Final = {
    phase: tuple((kind, CARDS.get(action)) for action, kind in kinds.items())
    for phase, kinds in KINDS.items()
}


def why_not(
    rules: Rules, state: State, seat: Seat, action: SleepingQueensAction, at_ms: Millis
) -> Refusal | None:
    """Return why a seat that may act now may not do this; None if it may."""
    kind = KINDS[state.phase].get(type(action))
    if kind is None:
        return _out_of_phase(state.phase, action)
    return kind.why_not(rules, state, seat, action)


def legal_actions(rules: Rules, state: State, seat: Seat) -> tuple[SleepingQueensAction, ...]:
    """List the legal actions of this seat, which may act now."""
    hand = state.hands[seat]
    found: list[SleepingQueensAction] = []
    for kind, card in OFFERED[state.phase]:
        if card is None or card in hand:
            found += kind.offers(rules, state, seat)
    return tuple(found)


def _out_of_phase(phase: Phase, action: SleepingQueensAction) -> Refusal:
    if phase is Phase.DEFENSE:
        return refusals.ANSWER_FIRST
    if phase is Phase.WAKE_CHOICE:
        return refusals.WAKE_FIRST
    if isinstance(action, Defend):
        return refusals.NO_ATTACK_TO_MEET
    return refusals.NOT_ATTACKED if isinstance(action, LetHappen) else refusals.NOTHING_WAKES
