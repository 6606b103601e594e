"""What each kind of action leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.schlafmuetzen import calls
from games.schlafmuetzen.actions import (
    AcceptPlacement,
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    Reveal,
    TimeUp,
    UndoFlip,
    WindowOver,
)
from games.schlafmuetzen.state import DISCARD, OWN, TURNED
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
