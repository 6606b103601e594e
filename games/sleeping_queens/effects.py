"""The effect of each kind of action (RULES.md 3, 5 and 8).

`actions/` has the newest revision; the effects of older ones are in `versions/`.
"""

from __future__ import annotations

from typing import Final

from games.kernel.turn import Effects, apply_by
from games.sleeping_queens.actions import (
    HoldOver,
    TimeUp,
    let_happen,
    time_up,
)
from games.sleeping_queens.legality import KINDS
from games.sleeping_queens.turn import Turn
from games.sleeping_queens.versions import revision_1

EFFECTS: Final[Effects] = {
    **{action: kind.carry_out for kinds in KINDS.values() for action, kind in kinds.items()},
    HoldOver: lambda turn, seat, action: let_happen.hold_over(turn),
    TimeUp: lambda turn, seat, action: time_up.carry_out(turn),
}


apply = apply_by(Turn, EFFECTS, older={1: revision_1.EFFECTS})
