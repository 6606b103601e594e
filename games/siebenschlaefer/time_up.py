"""The server's action when a seat's time is up (RULES.md 8.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from games.kernel.contract import Seat
from games.siebenschlaefer.actions import DrawTwo, TimeUp
from games.siebenschlaefer.pairs import beating
from games.siebenschlaefer.state import Phase
from games.siebenschlaefer.turn import Turn

Drawing: TypeAlias = Callable[[Turn, Seat | None, DrawTwo], None]
"""A revision's effect of drawing."""


def time_up(draw_two: Drawing) -> Callable[[Turn, Seat | None, TimeUp], None]:
    """Return the effect: the table lays the lowest legal pair, else draws, else passes."""

    def effect(turn: Turn, seat: Seat | None, action: TimeUp) -> None:
        turn.public_event("timed_out", seat=turn.active, kind=turn.phase.value)
        pairs = beating(turn.hands[turn.active], turn.value)
        if pairs:
            turn.lay(pairs[0])
        elif turn.phase is Phase.TURN and turn.active not in turn.spared:
            draw_two(turn, seat, DrawTwo())
        else:
            turn.pass_on()

    return effect
