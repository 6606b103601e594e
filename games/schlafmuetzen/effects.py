"""What each kind of action leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.kernel.contract import Chance, Millis, Rules, Seat, Step
from games.schlafmuetzen.actions import (
    SchlafmuetzenAction,
    TimeUp,
    WindowOver,
    time_up,
    window_over,
)
from games.schlafmuetzen.legality import ANSWERS, KINDS
from games.schlafmuetzen.state import State
from games.schlafmuetzen.turn import Turn

EFFECTS: Final[Mapping[type[Any], Callable[[Turn, Seat, Any], None]]] = {
    **{action: kind.carry_out for action, kind in KINDS.items()},
    **{action: answer.carry_out for action, answer in ANSWERS.items()},
}
TABLE: Final[Mapping[type[Any], Callable[[Turn], None]]] = {
    TimeUp: time_up.carry_out,
    WindowOver: window_over.carry_out,
}


def apply(
    rules: Rules,
    state: State,
    seat: Seat | None,
    action: SchlafmuetzenAction,
    chance: Chance,
    at_ms: Millis,
) -> Step[State]:
    """Carry out a legal action; without a seat the table does it."""
    turn = Turn(rules, state, chance, at_ms)
    if seat is None:
        TABLE[type(action)](turn)
    else:
        EFFECTS[type(action)](turn, seat, action)
    return turn.step()
