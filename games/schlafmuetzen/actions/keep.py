"""Keeping the turned card, which ends the turn (RULES.md 4.3)."""

from __future__ import annotations

from games.kernel.contract import Action, Refusal, Seat
from games.schlafmuetzen import refusals
from games.schlafmuetzen.actions.placing import why_misplaced
from games.schlafmuetzen.state import OWN, TURNED, Phase, Piles, State
from games.schlafmuetzen.turn import Turn


class KeepRevealed(Action, frozen=True):
    """Lay the turned card on one's own discard pile, which ends the turn."""

    seq: int


def why_not(state: State, seat: Seat, action: KeepRevealed) -> Refusal | None:
    """Why this may not be done; None if it may."""
    return None if state.phase is Phase.REVEALED else refusals.NOTHING_TURNED


def why_wrong(piles: Piles, seat: Seat, action: KeepRevealed) -> Refusal | None:
    """What is wrong with it where nobody can make a mistake; None if nothing (RULES.md 3.8)."""
    return why_misplaced(piles, seat, TURNED, OWN)


def offers(state: State, seat: Seat) -> tuple[KeepRevealed, ...]:
    """While a card is turned."""
    return (KeepRevealed(state.seq),)


def carry_out(turn: Turn, seat: Seat, action: KeepRevealed) -> None:
    """Keep it, right or wrong."""
    turn.place(TURNED, OWN)
