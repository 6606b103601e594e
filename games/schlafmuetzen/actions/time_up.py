"""The server's action when the active seat's time is up (RULES.md 7.2)."""

from __future__ import annotations

from games.kernel.contract import TableAction
from games.schlafmuetzen.actions import reveal
from games.schlafmuetzen.duty import overlooked, required
from games.schlafmuetzen.state import DISCARD, OWN, TURNED, Phase
from games.schlafmuetzen.turn import Turn


class TimeUp(TableAction, frozen=True):
    """The time of the active seat has passed."""


def carry_out(turn: Turn) -> None:
    """Turn a card, or keep the turned one, as the table (RULES.md 7.2).

    In the mode that refuses mistakes, do what the rules require (3.8).
    """
    state, piles = turn.state, turn.state.piles
    turn.public_event("timed_out", seat=state.active, phase=state.phase.value)
    first = overlooked(piles, state.active) if turn.strict else None
    if first is not None:
        turn.place(DISCARD, first.targets[0])
    elif state.phase is Phase.OPEN:
        reveal.turn_top(turn)
    else:
        must = required(piles, state.active, piles.turned) if turn.strict else ()
        turn.place(TURNED, must[0] if must else OWN)
