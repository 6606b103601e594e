"""What each kind of action leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.kernel.contract import Chance, Millis, Rules, Seat, Step
from games.schlafmuetzen import calls
from games.schlafmuetzen.actions import (
    AcceptPlacement,
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    Reveal,
    SchlafmuetzenAction,
    TimeUp,
    UndoFlip,
    WindowOver,
)
from games.schlafmuetzen.state import DISCARD, OWN, TURNED, State
from games.schlafmuetzen.turn import Turn

EFFECTS: Final[Mapping[type[Any], Callable[[Turn, Any, Any], None]]] = {
    Reveal: lambda turn, seat, action: turn.reveal(),
    PlaceDiscardTop: lambda turn, seat, action: turn.place(DISCARD, action.target),
    PlaceRevealed: lambda turn, seat, action: turn.place(TURNED, action.target),
    KeepRevealed: lambda turn, seat, action: turn.place(TURNED, OWN),
    UndoFlip: lambda turn, seat, action: turn.undo_flip(),
    CallSchlafmuetze: lambda turn, seat, action: calls.call(turn, seat),
    AcceptPlacement: lambda turn, seat, action: turn.accept(seat),
    TimeUp: lambda turn, seat, action: turn.time_up(),
    WindowOver: lambda turn, seat, action: turn.let_stand(),
}


def apply(
    rules: Rules,
    state: State,
    seat: Seat | None,
    action: SchlafmuetzenAction,
    chance: Chance,
    at_ms: Millis,
) -> Step[State]:
    """Carry out a legal action, or what the table does."""
    turn = Turn(rules, state, chance, at_ms)
    EFFECTS[type(action)](turn, seat, action)
    return turn.step()
