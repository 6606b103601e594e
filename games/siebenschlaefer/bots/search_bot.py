"""The bot that thinks ahead, over rounds that its seat cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeAlias

from games.kernel.contract import Game, InformationState, Rules
from games.kernel.search import Search
from games.siebenschlaefer.actions import SiebenschlaeferAction
from games.siebenschlaefer.bots.evaluation import evaluate
from games.siebenschlaefer.bots.rollout import rollout_policy
from games.siebenschlaefer.sampling import sampler
from games.siebenschlaefer.state import State
from games.siebenschlaefer.view import Board

Sight: TypeAlias = InformationState[SiebenschlaeferAction, Board]

PLAYOUTS: Final = 160
HORIZON: Final = 8
"""Turns: sevens, draws and new start values have shown by then what a pair was good for."""


def search_bot(
    game: Game[State, SiebenschlaeferAction, Board],
    playouts: int = PLAYOUTS,
    horizon: int = HORIZON,
    doubt: float = 1.0,
) -> Search[State, SiebenschlaeferAction, Board]:
    """A bot with this budget."""
    return Search(game, sampler, _kind, rollout_policy, evaluate, _turn, playouts, horizon, doubt)


def _turn(state: State) -> int:
    return state.turns


def _kind(rules: Rules, seen: Sight) -> Callable[[SiebenschlaeferAction], Hashable | None]:
    """Each pair is a choice of its own."""
    return lambda action: action
