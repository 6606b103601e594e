"""What may be done: one judge for each action, and what can be offered (RULES.md 4, 5).

Nothing here looks whether a card fits, but in the strict mode (3.8).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.kernel.contract import Millis, Refusal, Rules, Seat
from games.schlafmuetzen import refusals
from games.schlafmuetzen.actions import (
    AcceptPlacement,
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    Reveal,
    SchlafmuetzenAction,
    UndoFlip,
)
from games.schlafmuetzen.duty import PLACE_OF, SEAT_OF, mistake, overlooked, targets
from games.schlafmuetzen.options import chosen
from games.schlafmuetzen.state import DISCARD, OWN, TURNED, Phase, State, may_call

Verdict: TypeAlias = Refusal | None


def legal_actions(rules: Rules, state: State, seat: Seat) -> list[SchlafmuetzenAction]:
    """All that this seat can be offered: every pile that a card can be laid on, whatever fits."""
    found: list[SchlafmuetzenAction] = []
    if seat == state.active and state.phase is not Phase.WIN_WINDOW:
        found = _offers_on_turn(state, seat)
        if chosen(rules, "error_mode", "strict"):
            found = [one for one in found if _strictly(state, seat, one) is None]
    if may_call(state, seat):
        latest = state.laid[-1].seq
        found += (CallSchlafmuetze(latest), AcceptPlacement(latest))
    return found


def _offers_on_turn(state: State, seat: Seat) -> list[SchlafmuetzenAction]:
    seq, piles = state.seq, state.piles
    piles_there = targets(piles, seat)
    found: list[SchlafmuetzenAction] = []
    if piles.turned:
        found += [PlaceRevealed(seq, target) for target in piles_there]
        found.append(KeepRevealed(seq))
        if piles.flipped is not None and not state.undone:
            found.append(UndoFlip(seq))
    else:
        found.append(Reveal(seq))
    if piles.discards[seat]:
        found += [PlaceDiscardTop(seq, target) for target in piles_there]
    return found


def why_not(
    rules: Rules, state: State, seat: Seat, action: SchlafmuetzenAction, at_ms: Millis
) -> Verdict:
    """Why this seat may not do this now; None if it may."""
    if isinstance(action, CallSchlafmuetze | AcceptPlacement):
        return _about_the_latest(state, seat, action.seq)
    if state.phase is Phase.WIN_WINDOW and seat == state.active:
        return refusals.ALL_LAID
    if seat != state.active or state.phase is Phase.WIN_WINDOW:
        return refusals.NOT_YOUR_TURN
    if getattr(action, "seq", None) != state.seq:
        return refusals.STALE
    refusal = JUDGES[type(action)](state, seat, action)
    if refusal is None and at_ms < state.not_before_ms and isinstance(action, PLACEMENTS):
        refusal = refusals.TOO_FAST
    if refusal is None and chosen(rules, "error_mode", "strict"):
        refusal = _strictly(state, seat, action)
    return refusal


def _about_the_latest(state: State, seat: Seat, seq: int) -> Verdict:
    """RULES.md 5.1 to 5.3."""
    if not state.window or seq != state.laid[-1].seq:
        return refusals.WINDOW_CLOSED
    if seat == state.laid[-1].seat:
        return refusals.OWN_PLACEMENT
    if seat in state.accepted:
        return refusals.ACCEPTED
    return None if may_call(state, seat) else refusals.LOCKED


def _reveal(state: State, seat: Seat, action: Reveal) -> Verdict:
    return None if state.phase is Phase.OPEN else refusals.TURNED_ALREADY


def _place_discard_top(state: State, seat: Seat, action: PlaceDiscardTop) -> Verdict:
    if not state.piles.discards[seat]:
        return refusals.NO_DISCARD
    return _onto(state, seat, action.target)


def _place_revealed(state: State, seat: Seat, action: PlaceRevealed) -> Verdict:
    if state.phase is not Phase.REVEALED:
        return refusals.NOTHING_TURNED
    return _onto(state, seat, action.target)


def _keep_revealed(state: State, seat: Seat, action: KeepRevealed) -> Verdict:
    return None if state.phase is Phase.REVEALED else refusals.NOTHING_TURNED


def _undo_flip(state: State, seat: Seat, action: UndoFlip) -> Verdict:
    if state.phase is not Phase.REVEALED:
        return refusals.NOTHING_TURNED
    if state.piles.flipped is None:
        return refusals.NOT_TURNED_OVER
    return refusals.UNDONE_ALREADY if state.undone else None


def _onto(state: State, seat: Seat, target: str) -> Verdict:
    """RULES.md 4.4: nothing but whether there is such a pile."""
    if target in PLACE_OF:
        return None
    other = SEAT_OF.get(target)
    if other is None or other >= state.seats:
        return refusals.NO_SUCH_PILE
    if other == seat:
        return refusals.OWN_PILE
    return None if state.piles.discards[other] else refusals.TARGET_EMPTY


def _strictly(state: State, seat: Seat, action: SchlafmuetzenAction) -> Verdict:
    """Where no mistakes are possible: what would be one (RULES.md 3.8)."""
    piles = state.piles
    match action:
        case Reveal():
            first = overlooked(piles, seat)
            return None if first is None else refusals.STRICT["overlooked_discard"]
        case PlaceDiscardTop(_, target):
            wrong = mistake(piles, seat, DISCARD, target)
        case PlaceRevealed(_, target):
            wrong = mistake(piles, seat, TURNED, target)
        case KeepRevealed():
            wrong = mistake(piles, seat, TURNED, OWN)
        case _:
            return None
    if wrong is None:
        return None
    if wrong.kind == "wrong_priority":
        middle = wrong.duty.targets[0] in PLACE_OF
        return refusals.MIDDLE_FIRST if middle else refusals.NEAREST_FIRST
    return refusals.STRICT[wrong.kind]


PLACEMENTS: Final = (PlaceDiscardTop, PlaceRevealed, KeepRevealed)
JUDGES: Final[Mapping[type[Any], Callable[[State, Seat, Any], Verdict]]] = {
    Reveal: _reveal,
    PlaceDiscardTop: _place_discard_top,
    PlaceRevealed: _place_revealed,
    KeepRevealed: _keep_revealed,
    UndoFlip: _undo_flip,
}
