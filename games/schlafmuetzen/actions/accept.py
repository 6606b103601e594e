"""The action to accept a placement (RULES.md 5.3)."""

from __future__ import annotations

from msgspec.structs import replace

from games.kernel.contract import Action, Seat
from games.schlafmuetzen.actions.call import why_not as why_not
from games.schlafmuetzen.state import State, callers
from games.schlafmuetzen.turn import Turn


class AcceptPlacement(Action, frozen=True):
    """Declare that the seat has no objection."""

    seq: int


def offers(state: State) -> tuple[AcceptPlacement, ...]:
    """Offer it to the seats that may call."""
    return (AcceptPlacement(state.laid[-1].seq),)


def carry_out(turn: Turn, seat: Seat, action: AcceptPlacement) -> None:
    """Accept the placement; it stands if no seat is left that could call."""
    accept(turn, seat)


def accept(turn: Turn, seat: Seat) -> None:
    """Record that a seat has no objection (RULES.md 5.3)."""
    state = turn.state
    turn.public_event("accepted", seat=seat, seq=state.laid[-1].seq)
    turn.state = replace(state, accepted=tuple(sorted((*state.accepted, seat))))
    if not callers(turn.state):
        turn.let_stand()
