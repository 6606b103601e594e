"""The effect of each kind of action."""

from __future__ import annotations

from typing import Final

from games.kernel.turn import Effects, apply_by
from games.schlafmuetzen.actions import (
    TimeUp,
    WindowOver,
    time_up,
    window_over,
)
from games.schlafmuetzen.legality import ANSWERS, KINDS
from games.schlafmuetzen.turn import Turn

EFFECTS: Final[Effects] = {
    **{action: kind.carry_out for action, kind in KINDS.items()},
    **{action: answer.carry_out for action, answer in ANSWERS.items()},
    TimeUp: lambda turn, seat, action: time_up.carry_out(turn),
    WindowOver: lambda turn, seat, action: window_over.carry_out(turn),
}


apply = apply_by(Turn, EFFECTS)
