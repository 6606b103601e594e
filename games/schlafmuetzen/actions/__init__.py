"""What a seat may do, and what the table does when time is up (RULES.md 4, 5, 7).

A file for each kind: the action itself, why it may be refused, when it is offered, what it leads
to. Every action names by `seq` what it answers to, so that nobody's is held up by what others do at
the same time: a call and an acceptance the placement, everything else the situation. A target is
"middle-0" to "middle-4" or "seat-0" to "seat-7".
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
