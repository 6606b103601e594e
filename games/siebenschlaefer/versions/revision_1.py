"""Revision 1: with `turn_ends`, a seat that cannot lay again draws again (RULES.md 4.3)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Seat
from games.kernel.turn import Effects
from games.siebenschlaefer.actions import DrawTwo, TimeUp
from games.siebenschlaefer.options import chosen
from games.siebenschlaefer.state import Phase
from games.siebenschlaefer.time_up import time_up
from games.siebenschlaefer.turn import Turn


def draw_two(turn: Turn, seat: Seat | None, action: DrawTwo) -> None:
    """Draw two cards; then the seat may lay, or by option its turn is over."""
    turn.draw_two(turn.active, "cannot_lay")
    if chosen(turn.rules, "draw_then", "turn_ends"):
        turn.pass_on()
    else:
        turn.enter(Phase.AFTER_DRAW)


EFFECTS: Final[Effects] = {DrawTwo: draw_two, TimeUp: time_up(draw_two)}
