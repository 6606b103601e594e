"""The board of Siebenschläfer as HTML, from a state alone: what the platform gives its templates."""

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
    """The game's own board for this viewer, who was told these events."""
    return showing.board(context(rules, state, viewer, events), **more)


def context(
    rules: Rules, state: State, viewer: Viewer, events: Iterable[Event] = ()
) -> BoardContext:
    """What the platform gives to the templates of the game."""
    told = [event for event in events if event.visible_to(viewer)]
    moments = [event for event in told if event.moment]
    return showing.context(GAME, rules, state, viewer, told, seats=state.seats, moments=moments)
