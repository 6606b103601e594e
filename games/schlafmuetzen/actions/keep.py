"""The action to keep the turned card, which ends the turn (RULES.md 4.3)."""

from __future__ import annotations

from games.kernel.contract import Action, Refusal, Seat
from games.schlafmuetzen import refusals
from games.schlafmuetzen.actions.placing import why_misplaced
from games.schlafmuetzen.state import OWN, TURNED, Phase, Piles, State
from games.schlafmuetzen.turn import Turn


class KeepRevealed(Action, frozen=True):
    """Lay the turned card on the seat's own discard pile, which ends the turn."""

    seq: int


def why_not(state: State, seat: Seat, action: KeepRevealed) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    return None if state.phase is Phase.REVEALED else refusals.NOTHING_TURNED


def why_wrong(piles: Piles, seat: Seat, action: KeepRevealed) -> Refusal | None:
    """Return the refusal in the strict mode if it is a mistake, else None (RULES.md 3.8)."""
    return why_misplaced(piles, seat, TURNED, OWN)


def offers(state: State, seat: Seat) -> tuple[KeepRevealed, ...]:
    """Offer it while a card is turned."""
    return (KeepRevealed(state.seq),)


def carry_out(turn: Turn, seat: Seat, action: KeepRevealed) -> None:
    """Keep the card, right or wrong."""
    turn.place(TURNED, OWN)
