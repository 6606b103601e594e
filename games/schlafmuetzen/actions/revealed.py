"""Laying the turned card on another pile (RULES.md 4.3)."""

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
    """Why this may not be done; None if it may."""
    if state.phase is not Phase.REVEALED:
        return refusals.NOTHING_TURNED
    return no_pile(state, seat, action.target)


def why_wrong(piles: Piles, seat: Seat, action: PlaceRevealed) -> Refusal | None:
    """What is wrong with it where nobody can make a mistake; None if nothing (RULES.md 3.8)."""
    return why_misplaced(piles, seat, TURNED, action.target)


def offers(state: State, seat: Seat) -> Sequence[PlaceRevealed]:
    """One for each pile that there is, whatever fits."""
    return [PlaceRevealed(state.seq, target) for target in targets(state.piles, seat)]


def carry_out(turn: Turn, seat: Seat, action: PlaceRevealed) -> None:
    """Lay it there, right or wrong."""
    turn.place(TURNED, action.target)
