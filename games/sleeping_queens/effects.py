"""What each action leads to (RULES.md 3, 5 and 8).

The newest revision stands in `actions/`; what an older one did otherwise lies under `versions/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.kernel.contract import Chance, Millis, Rules, Seat, Step
from games.sleeping_queens.actions import (
    HoldOver,
    SleepingQueensAction,
    TimeUp,
    let_happen,
    time_up,
)
from games.sleeping_queens.legality import KINDS
from games.sleeping_queens.state import State
from games.sleeping_queens.turn import Effects, Turn
from games.sleeping_queens.versions import revision_1

NEWEST: Final[Effects] = {
    action: kind.carry_out for kinds in KINDS.values() for action, kind in kinds.items()
}
EFFECTS: Final[Mapping[int, Effects]] = {
    1: {**NEWEST, **revision_1.EFFECTS},
    2: NEWEST,
}
"""By revision, then by action."""
TABLE: Final[Mapping[type[Any], Callable[[Turn], None]]] = {
    HoldOver: let_happen.hold_over,
    TimeUp: time_up.carry_out,
}


def apply(
    rules: Rules,
    state: State,
    seat: Seat | None,
    action: SleepingQueensAction,
    chance: Chance,
    at_ms: Millis,
) -> Step[State]:
    """Carry out a legal action; without a seat the table does it."""
    turn = Turn(rules, state, chance, at_ms)
    if seat is None:
        TABLE[type(action)](turn)
    else:
        EFFECTS[rules.revision][type(action)](turn, seat, action)
    return turn.step()
