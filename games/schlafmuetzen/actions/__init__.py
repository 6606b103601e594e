"""The actions of a seat, and of the table on a time-out (RULES.md 4, 5, 7).

Each kind has its own file, with the action, its refusals, its offers and its effect. Every action
names by `seq` the situation that it answers, so that actions at the same time do not block each
other: for a call and an acceptance it is the number of the placement, otherwise that of the
situation. A target is "middle-0" to "middle-4" or "seat-0" to "seat-7".
"""

from __future__ import annotations

from typing import TypeAlias

from games.schlafmuetzen.actions.accept import AcceptPlacement as AcceptPlacement
from games.schlafmuetzen.actions.call import CallSchlafmuetze as CallSchlafmuetze
from games.schlafmuetzen.actions.discard_top import PlaceDiscardTop as PlaceDiscardTop
from games.schlafmuetzen.actions.keep import KeepRevealed as KeepRevealed
from games.schlafmuetzen.actions.reveal import Reveal as Reveal
from games.schlafmuetzen.actions.revealed import PlaceRevealed as PlaceRevealed
from games.schlafmuetzen.actions.time_up import TimeUp as TimeUp
from games.schlafmuetzen.actions.undo_flip import UndoFlip as UndoFlip
from games.schlafmuetzen.actions.window_over import WindowOver as WindowOver

SchlafmuetzenAction: TypeAlias = (
    Reveal
    | PlaceDiscardTop
    | PlaceRevealed
    | KeepRevealed
    | UndoFlip
    | CallSchlafmuetze
    | AcceptPlacement
    | TimeUp
    | WindowOver
)
