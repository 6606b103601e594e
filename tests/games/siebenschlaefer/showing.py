"""The board of Siebenschläfer as HTML, from a state alone, with the context that templates get."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.kernel.contract import Event, Rules, Viewer
from games.siebenschlaefer import GAME
from games.siebenschlaefer.state import State
from matches.present.board_context import BoardContext
from tests.games import showing


def board(
    rules: Rules, state: State, viewer: Viewer, events: Iterable[Event] = (), **more: Any
) -> str:
    """Return the game's own board for this viewer, who saw these events."""
    return showing.board(context(rules, state, viewer, events), **more)


def context(
    rules: Rules, state: State, viewer: Viewer, events: Iterable[Event] = ()
) -> BoardContext:
    """Return what the platform gives to the templates of the game."""
    told = [event for event in events if event.visible_to(viewer)]
    moments = [event for event in told if event.moment]
    return showing.context(GAME, rules, state, viewer, told, seats=state.seats, moments=moments)
