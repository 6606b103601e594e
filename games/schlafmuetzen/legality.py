"""The legal actions; each kind of action judges its own (RULES.md 4, 5).

Only the strict mode checks whether a card fits (3.8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

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
    accept,
    call,
    discard_top,
    keep,
    reveal,
    revealed,
    undo_flip,
)
from games.schlafmuetzen.options import chosen
from games.schlafmuetzen.state import Phase, Piles, State, may_call
from games.schlafmuetzen.turn import Turn


class Kind(Protocol):
    """The interface of a module in `actions/`."""

    def why_not(self, state: State, seat: Seat, action: Any) -> Refusal | None:
        """Return why the active seat may not do this now; None if it may."""

    def why_wrong(self, piles: Piles, seat: Seat, action: Any) -> Refusal | None:
        """Return the refusal in the strict mode if it is a mistake, else None."""

    def offers(self, state: State, seat: Seat) -> Sequence[SchlafmuetzenAction]:
        """List the actions of this kind for the active seat."""

    def carry_out(self, turn: Turn, seat: Seat, action: Any) -> None:
        """Carry out the action, which is legal."""


class Answer(Protocol):
    """The interface of a module in `actions/` about the latest placement."""

    def why_not(self, state: State, seat: Seat, seq: int) -> Refusal | None:
        """Return why this seat may not do this now; None if it may."""

    def offers(self, state: State) -> Sequence[SchlafmuetzenAction]:
        """List the actions of this kind for the seats that may call."""

    def carry_out(self, turn: Turn, seat: Seat, action: Any) -> None:
        """Carry out the action, which is legal."""


KINDS: Final[Mapping[type[Any], Kind]] = {
    Reveal: reveal,
    PlaceDiscardTop: discard_top,
    PlaceRevealed: revealed,
    KeepRevealed: keep,
    UndoFlip: undo_flip,
}
"""The kinds of the active seat."""
OFFERED: Final[Mapping[Phase, Sequence[Kind]]] = {
    Phase.OPEN: (reveal, discard_top),
    Phase.REVEALED: (revealed, keep, undo_flip, discard_top),
    Phase.WIN_WINDOW: (),
    Phase.OVER: (),
}
"""By phase, the kinds in the order of their offers."""
ANSWERS: Final[Mapping[type[Any], Answer]] = {CallSchlafmuetze: call, AcceptPlacement: accept}
"""The kinds of all other seats."""
PLACEMENTS: Final = (PlaceDiscardTop, PlaceRevealed, KeepRevealed)


def legal_actions(rules: Rules, state: State, seat: Seat) -> list[SchlafmuetzenAction]:
    """List the legal actions of this seat, on every pile, whether the card fits or not."""
    found: list[SchlafmuetzenAction] = []
    if seat == state.active:
        strict = chosen(rules, "error_mode", "strict")
        for kind in OFFERED[state.phase]:
            offers = kind.offers(state, seat)
            if strict:
                offers = [one for one in offers if not kind.why_wrong(state.piles, seat, one)]
            found += offers
    if may_call(state, seat):
        for answer in ANSWERS.values():
            found += answer.offers(state)
    return found


def why_not(
    rules: Rules, state: State, seat: Seat, action: SchlafmuetzenAction, at_ms: Millis
) -> Refusal | None:
    """Return why a seat that may act now may not do this; None if it may."""
    if isinstance(action, CallSchlafmuetze | AcceptPlacement):
        return ANSWERS[type(action)].why_not(state, seat, action.seq)
    if state.phase is Phase.WIN_WINDOW and seat == state.active:
        return refusals.ALL_LAID
    if seat != state.active or state.phase is Phase.WIN_WINDOW:
        return refusals.NOT_YOUR_TURN
    if getattr(action, "seq", None) != state.seq:
        return refusals.STALE
    kind = KINDS[type(action)]
    refusal = kind.why_not(state, seat, action)
    if refusal is None and at_ms < state.not_before_ms and isinstance(action, PLACEMENTS):
        refusal = refusals.TOO_FAST
    if refusal is None and chosen(rules, "error_mode", "strict"):
        refusal = kind.why_wrong(state.piles, seat, action)
    return refusal
