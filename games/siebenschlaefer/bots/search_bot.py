"""A bot that looks ahead, in sampled rounds that fit all that its seat knows."""

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
"""Turns; after them sevens, draws and new start values have shown the effect of a pair."""


def search_bot(
    game: Game[State, SiebenschlaeferAction, Board],
    playouts: int = PLAYOUTS,
    horizon: int = HORIZON,
    doubt: float = 1.0,
) -> Search[State, SiebenschlaeferAction, Board]:
    """Return a bot with this budget."""
    return Search(game, sampler, _kind, rollout_policy, evaluate, _turn, playouts, horizon, doubt)


def _turn(state: State) -> int:
    return state.turns


def _kind(rules: Rules, seen: Sight) -> Callable[[SiebenschlaeferAction], Hashable | None]:
    """Give every pair its own kind."""
    return lambda action: action
