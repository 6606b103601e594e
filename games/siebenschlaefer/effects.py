"""The effect of each kind of action (RULES.md 4 and 8).

This module has the newest revision; the effects of older ones are in `versions/`.
"""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Seat
from games.kernel.turn import Effects, apply_by
from games.siebenschlaefer.actions import DrawTwo, Lay, Pass, TimeUp
from games.siebenschlaefer.cards import FACE_NAMED
from games.siebenschlaefer.options import chosen
from games.siebenschlaefer.state import Phase
from games.siebenschlaefer.time_up import time_up
from games.siebenschlaefer.turn import Turn
from games.siebenschlaefer.versions import revision_1


def lay(turn: Turn, seat: Seat | None, action: Lay) -> None:
    """Lay two cards (RULES.md 4.2)."""
    one, other = sorted(FACE_NAMED[card] for card in action.cards)
    turn.lay((one, other))


def draw_two(turn: Turn, seat: Seat | None, action: DrawTwo) -> None:
    """Draw two cards; then the seat may lay, or by option its turn is over (RULES.md 4.3).

    In the second case it may pass its next turn without drawing again.
    """
    turn.draw_two(turn.active, "cannot_lay")
    if chosen(turn.rules, "draw_then", "turn_ends"):
        turn.pass_on(spared=True)
    else:
        turn.enter(Phase.AFTER_DRAW)


def pass_on(turn: Turn, seat: Seat | None, action: Pass) -> None:
    """Pass (RULES.md 4.4)."""
    turn.pass_on()


EFFECTS: Final[Effects] = {
    Lay: lay,
    DrawTwo: draw_two,
    Pass: pass_on,
    TimeUp: time_up(draw_two),
}
apply = apply_by(Turn, EFFECTS, older={1: revision_1.EFFECTS})
