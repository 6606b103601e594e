"""The action to lay the top card of the seat's own discard pile (RULES.md 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.kernel.contract import N_, Action, Refusal, Seat
from games.schlafmuetzen.actions.placing import no_pile, why_misplaced
from games.schlafmuetzen.duty import targets
from games.schlafmuetzen.state import DISCARD, Piles, State
from games.schlafmuetzen.turn import Turn

NO_DISCARD: Final = Refusal("no_card", N_("Your discard pile is empty."))


class PlaceDiscardTop(Action, frozen=True):
    """Lay the top card of the seat's discard pile on another pile."""

    seq: int
    target: str


def why_not(state: State, seat: Seat, action: PlaceDiscardTop) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    if not state.piles.discards[seat]:
        return NO_DISCARD
    return no_pile(state, seat, action.target)


def why_wrong(piles: Piles, seat: Seat, action: PlaceDiscardTop) -> Refusal | None:
    """Return the refusal in the strict mode if it is a mistake, else None (RULES.md 3.8)."""
    return why_misplaced(piles, seat, DISCARD, action.target)


def offers(state: State, seat: Seat) -> Sequence[PlaceDiscardTop]:
    """Offer every existing pile, whether the card fits or not."""
    if not state.piles.discards[seat]:
        return ()
    return [PlaceDiscardTop(state.seq, target) for target in targets(state.piles, seat)]


def carry_out(turn: Turn, seat: Seat, action: PlaceDiscardTop) -> None:
    """Lay the card there, right or wrong."""
    turn.place(DISCARD, action.target)
