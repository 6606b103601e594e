"""The action to lay the turned card on another pile (RULES.md 4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.contract import Action, Refusal, Seat
from games.schlafmuetzen import refusals
from games.schlafmuetzen.actions.placing import no_pile, why_misplaced
from games.schlafmuetzen.duty import targets
from games.schlafmuetzen.state import TURNED, Phase, Piles, State
from games.schlafmuetzen.turn import Turn


class PlaceRevealed(Action, frozen=True):
    """Lay the turned card on another pile."""

    seq: int
    target: str


def why_not(state: State, seat: Seat, action: PlaceRevealed) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    if state.phase is not Phase.REVEALED:
        return refusals.NOTHING_TURNED
    return no_pile(state, seat, action.target)


def why_wrong(piles: Piles, seat: Seat, action: PlaceRevealed) -> Refusal | None:
    """Return the refusal in the strict mode if it is a mistake, else None (RULES.md 3.8)."""
    return why_misplaced(piles, seat, TURNED, action.target)


def offers(state: State, seat: Seat) -> Sequence[PlaceRevealed]:
    """Offer every existing pile, whether the card fits or not."""
    return [PlaceRevealed(state.seq, target) for target in targets(state.piles, seat)]


def carry_out(turn: Turn, seat: Seat, action: PlaceRevealed) -> None:
    """Lay the card there, right or wrong."""
    turn.place(TURNED, action.target)
