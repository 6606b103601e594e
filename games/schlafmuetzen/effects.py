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
from games.schlafmuetzen.course import Course
from games.schlafmuetzen.state import DISCARD, OWN, TURNED

EFFECTS: Final[Mapping[type[Any], Callable[[Course, Any, Any], None]]] = {
    Reveal: lambda course, seat, action: course.reveal(),
    PlaceDiscardTop: lambda course, seat, action: course.place(DISCARD, action.target),
    PlaceRevealed: lambda course, seat, action: course.place(TURNED, action.target),
    KeepRevealed: lambda course, seat, action: course.place(TURNED, OWN),
    UndoFlip: lambda course, seat, action: course.undo_flip(),
    CallSchlafmuetze: lambda course, seat, action: calls.call(course, seat),
    AcceptPlacement: lambda course, seat, action: course.accept(seat),
    TimeUp: lambda course, seat, action: course.time_up(),
    WindowOver: lambda course, seat, action: course.let_stand(),
}
