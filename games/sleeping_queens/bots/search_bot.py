"""A bot that looks ahead, in sampled rounds that fit all that its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeAlias

from games.kernel.contract import Game, InformationState, Rules, Seat
from games.kernel.search import Search
from games.sleeping_queens.actions import (
    DiscardNumbers,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
    WakeQueen,
)
from games.sleeping_queens.bots.evaluation import evaluate
from games.sleeping_queens.bots.rollout import rollout_policy
from games.sleeping_queens.cards import QUEEN_NAMED, QUEEN_POINTS
from games.sleeping_queens.memory import Memory
from games.sleeping_queens.sampling import sampler
from games.sleeping_queens.state import State
from games.sleeping_queens.view import Board

Sight: TypeAlias = InformationState[SleepingQueensAction, Board]

PLAYOUTS: Final = 200
HORIZON: Final = 2


def search_bot(
    game: Game[State, SleepingQueensAction, Board],
    playouts: int = PLAYOUTS,
    horizon: int = HORIZON,
    doubt: float = 1.0,
) -> Search[State, SleepingQueensAction, Board]:
    """Return a bot with this budget."""
    return Search(game, sampler, _kind, rollout_policy, evaluate, _turn, playouts, horizon, doubt)


def _turn(state: State) -> Seat:
    return state.active


def _kind(rules: Rules, seen: Sight) -> Callable[[SleepingQueensAction], Hashable | None]:
    """Sort the offers into kinds with the same effect.

    Sleeping queens differ by the seat's memory of them, attacked ones by owner and points. Of
    number cards, only the largest sets are considered.
    """
    known = Memory(seen.events).sleepers
    remembered = seen.observation.remembered
    most = max(
        (len(offer.cards) for offer in seen.offers if isinstance(offer, DiscardNumbers)), default=0
    )

    def kind(action: SleepingQueensAction) -> Hashable | None:
        match action:
            case PlayKing(slot) | WakeQueen(slot):
                return type(action), remembered[slot] or known.get(slot)
            case PlayKnight(victim, queen) | PlayPotion(victim, queen):
                return type(action), victim, QUEEN_POINTS[QUEEN_NAMED[queen]]
            case DiscardNumbers(cards):
                return DiscardNumbers if len(cards) == most else None
        return action

    return kind
