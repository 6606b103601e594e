"""The pieces on the page that stand for an action, and the action that a selection stands for.

A hand card is its face ("king"), a button its own name ("draw_two", "pass").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.kernel.contract import Rules, Seat
from games.siebenschlaefer.actions import DrawTwo, Lay, Pass, SiebenschlaeferAction
from games.siebenschlaefer.cards import FACE_NAMED
from games.siebenschlaefer.state import State

BUTTONS: Final[Mapping[str, SiebenschlaeferAction]] = {"draw_two": DrawTwo(), "pass": Pass()}


def selection_of(action: SiebenschlaeferAction) -> tuple[str, ...]:
    """Return the pieces that stand for this action, sorted."""
    if isinstance(action, Lay):
        return tuple(sorted(action.cards))
    return tuple(name for name, meant in BUTTONS.items() if meant == action)


def action_from_selection(
    rules: Rules, state: State, seat: Seat, selection: tuple[str, ...]
) -> SiebenschlaeferAction | None:
    """Return the action that a selection stands for, legal or not; None if there is none."""
    if len(selection) == 1 and selection[0] in BUTTONS:
        return BUTTONS[selection[0]]
    if selection and all(handle in FACE_NAMED for handle in selection):
        return Lay(tuple(sorted(selection, key=FACE_NAMED.__getitem__)))
    return None
