"""Having no objection (RULES.md 5.3)."""

from __future__ import annotations

from msgspec.structs import replace

from games.kernel.contract import Action, Seat
from games.schlafmuetzen.actions.call import why_not as why_not
from games.schlafmuetzen.state import State, callers
from games.schlafmuetzen.turn import Turn


class AcceptPlacement(Action, frozen=True):
    """Say that one has no objection."""

    seq: int


def offers(state: State) -> tuple[AcceptPlacement, ...]:
    """To those who may call."""
    return (AcceptPlacement(state.laid[-1].seq),)


def carry_out(turn: Turn, seat: Seat, action: AcceptPlacement) -> None:
    """Note it; when nobody is left who could call, the placement stands."""
    accept(turn, seat)


def accept(turn: Turn, seat: Seat) -> None:
    """A seat without an objection says so (RULES.md 5.3)."""
    state = turn.state
    turn.public_event("accepted", seat=seat, seq=state.laid[-1].seq)
    turn.state = replace(state, accepted=tuple(sorted((*state.accepted, seat))))
    if not callers(turn.state):
        turn.let_stand()
