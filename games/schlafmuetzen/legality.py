"""What may be done: the kinds of actions, each of which judges its own (RULES.md 4, 5).

Nothing here looks whether a card fits, but in the strict mode (3.8).
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
    """What a module in `actions/` says of its kind."""

    def why_not(self, state: State, seat: Seat, action: Any) -> Refusal | None:
        """Why the active seat may not do this now; None if it may."""

    def why_wrong(self, piles: Piles, seat: Seat, action: Any) -> Refusal | None:
        """What is wrong with it where nobody can make a mistake; None if nothing."""

    def offers(self, state: State, seat: Seat) -> Sequence[SchlafmuetzenAction]:
        """What the active seat can be offered of it."""

    def carry_out(self, turn: Turn, seat: Seat, action: Any) -> None:
        """Do it; it is legal."""


class Answer(Protocol):
    """What a module in `actions/` says of a kind that is about the latest placement."""

    def why_not(self, state: State, seat: Seat, seq: int) -> Refusal | None:
        """Why this seat may not say so now; None if it may."""

    def offers(self, state: State) -> Sequence[SchlafmuetzenAction]:
        """What those who may call can be offered of it."""

    def carry_out(self, turn: Turn, seat: Seat, action: Any) -> None:
        """Do it; it is legal."""


KINDS: Final[Mapping[type[Any], Kind]] = {
    Reveal: reveal,
    PlaceDiscardTop: discard_top,
    PlaceRevealed: revealed,
    KeepRevealed: keep,
    UndoFlip: undo_flip,
}
"""Of the active seat."""
OFFERED: Final[Mapping[Phase, Sequence[Kind]]] = {
    Phase.OPEN: (reveal, discard_top),
    Phase.REVEALED: (revealed, keep, undo_flip, discard_top),
    Phase.WIN_WINDOW: (),
    Phase.OVER: (),
}
"""By phase, in the order in which they are offered."""
ANSWERS: Final[Mapping[type[Any], Answer]] = {CallSchlafmuetze: call, AcceptPlacement: accept}
"""Of everybody else."""
PLACEMENTS: Final = (PlaceDiscardTop, PlaceRevealed, KeepRevealed)


def legal_actions(rules: Rules, state: State, seat: Seat) -> list[SchlafmuetzenAction]:
    """All that this seat can be offered: every pile that a card can be laid on, whatever fits."""
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
    """Why this seat may not do this now; None if it may."""
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
