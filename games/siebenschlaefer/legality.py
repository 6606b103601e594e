"""The legal actions, and a judge for each kind of action (RULES.md 3, 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.kernel.contract import Millis, Refusal, Rules, Seat
from games.siebenschlaefer import refusals
from games.siebenschlaefer.actions import DrawTwo, Lay, Pass, SiebenschlaeferAction
from games.siebenschlaefer.cards import ACE, FACE_NAMED, Face, is_picture, names
from games.siebenschlaefer.options import chosen
from games.siebenschlaefer.pairs import NONE, STRENGTH, Pair, beating, can_beat
from games.siebenschlaefer.state import Phase, State

Verdict: TypeAlias = Refusal | None


def why_not(
    rules: Rules, state: State, seat: Seat, action: SiebenschlaeferAction, at_ms: Millis
) -> Verdict:
    """Return why the active seat may not do this now; None if it may."""
    return JUDGES[type(action)](rules, state, action)


# --- laying (RULES.md 3, 4.2) ----------------------------------------------------------------------


def _lay(rules: Rules, state: State, action: Lay) -> Verdict:
    hand = state.hands[state.active]
    if len(action.cards) > 2:
        return refusals.TOO_MANY
    faces = [FACE_NAMED.get(card, NONE) for card in action.cards]
    if Counter(faces) - Counter(hand):
        return refusals.NOT_IN_HAND
    if len(faces) < 2:
        return _alone(hand, faces, state.value)
    one, other = faces
    strength = STRENGTH[one, other]
    if strength == NONE:
        return refusals.ACE_WITH_ANOTHER if ACE in faces else refusals.TWO_PICTURES
    return None if strength > state.value else refusals.too_low(strength, state.value)


def _alone(hand: tuple[Face, ...], faces: list[Face], value: int) -> Refusal:
    """Refuse a single card, and tell if no second card would help (RULES.md 3.1)."""
    if not faces:
        return refusals.TWO_CARDS
    (face,) = faces
    others = list(hand)
    others.remove(face)
    strongest = max((STRENGTH[face, other] for other in others), default=NONE)
    if strongest > value:
        return refusals.TWO_CARDS
    if strongest > NONE:
        return refusals.nothing_with_it(value)
    if face == ACE:
        return refusals.LONELY_ACE
    return refusals.LONELY_PICTURE if is_picture(face) else refusals.LONELY_NUMBER


# --- drawing and passing (RULES.md 4.2 to 4.4) -----------------------------------------------------


def _must_lay(rules: Rules, state: State) -> bool:
    """Return whether the seat must lay: a seat that can lay has to, also after drawing (SI-R6)."""
    return chosen(rules, "compulsory_lay", True) and can_beat(
        state.hands[state.active], state.value
    )


def _draw_two(rules: Rules, state: State, action: DrawTwo) -> Verdict:
    if _must_lay(rules, state):
        return refusals.MUST_LAY
    return None if state.phase is Phase.TURN else refusals.DRAWN_ALREADY


def _pass(rules: Rules, state: State, action: Pass) -> Verdict:
    if _must_lay(rules, state):
        return refusals.MUST_LAY
    return None if may_pass(state) else refusals.MUST_DRAW


JUDGES: Final[Mapping[type[Any], Callable[[Rules, State, Any], Verdict]]] = {
    Lay: _lay,
    DrawTwo: _draw_two,
    Pass: _pass,
}


def may_pass(state: State) -> bool:
    """Return whether the active seat has drawn, or is spared by its last draw (RULES.md 4.3)."""
    return state.phase is Phase.AFTER_DRAW or state.active in state.spared


def cannot_lay(state: State, seat: Seat) -> bool:
    """Return whether it is this seat's turn and it has no pair to lay."""
    if state.phase is Phase.OVER or seat != state.active:
        return False
    return not can_beat(state.hands[seat], state.value)


# --- offers ----------------------------------------------------------------------------------------

LAYING: Final[Mapping[Pair, SiebenschlaeferAction]] = {
    pair: Lay(names(pair)) for pair, strength in STRENGTH.items() if strength != NONE
}
DRAWING: Final[tuple[SiebenschlaeferAction, ...]] = (DrawTwo(),)
PASSING: Final[tuple[SiebenschlaeferAction, ...]] = (Pass(),)


def legal_actions(rules: Rules, state: State, seat: Seat) -> tuple[SiebenschlaeferAction, ...]:
    """List the legal actions of the active seat."""
    laying = tuple(map(LAYING.__getitem__, beating(state.hands[state.active], state.value)))
    if laying and chosen(rules, "compulsory_lay", True):
        return laying
    drawing = DRAWING if state.phase is Phase.TURN else ()
    return laying + drawing + (PASSING if may_pass(state) else ())
