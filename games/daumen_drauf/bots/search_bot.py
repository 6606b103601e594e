"""A bot that looks some tricks ahead, in sampled rounds that fit all that its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeAlias, cast

from msgspec.structs import replace

from games.daumen_drauf.actions import Acknowledge, DaumenDraufAction, Offer, Parry, Pass, Raise
from games.daumen_drauf.bots.evaluation import evaluate
from games.daumen_drauf.bots.mutable_round import Table
from games.daumen_drauf.bots.rollout import card_chooser, rollout_policy
from games.daumen_drauf.cards import CARD_NAMED
from games.daumen_drauf.sampling import sampler
from games.daumen_drauf.state import Count, Ending, Phase, Reason, State
from games.daumen_drauf.view import Board
from games.kernel.contract import Chance, Game, InformationState, Millis, Outcome, Rules, Seat, Step
from games.kernel.search import Search

Sight: TypeAlias = InformationState[DaumenDraufAction, Board]
OurGame: TypeAlias = Game[State, DaumenDraufAction, Board]

PLAYOUTS: Final = 240
TRICKS: Final = 3
"""The present trick and two more; taking one has a price, as the winner must lead."""


def search_bot(
    game: OurGame, playouts: int = PLAYOUTS, tricks: int = TRICKS, doubt: float = 1.0
) -> Search[State, DaumenDraufAction, Board]:
    """Return a bot with this budget."""
    ahead = cast("OurGame", PlayedOn(game, tricks))
    return Search(ahead, sampler, _kind, rollout_policy, evaluate, _turn, playouts, 1, doubt)


class PlayedOn:
    """The game for the search: after any action, `apply` plays some tricks and ends the round.

    The playout changes a copy of the round in place. Everything else is as in the game.
    """

    def __init__(self, game: OurGame, tricks: int) -> None:
        self._game, self._tricks = game, tricks

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(
        self,
        rules: Rules,
        state: State,
        seat: Seat,
        action: DaumenDraufAction,
        chance: Chance,
        at_ms: Millis,
    ) -> Step[State]:
        """Return the round after the playout; only its scores are kept."""
        table = Table(state, self._tricks)
        match action:
            case Offer(card) | Raise(card) | Parry(card):
                table.show(CARD_NAMED[card])
            case Pass():
                table.pass_()
        table.play_on(card_chooser(state.seats))
        counts = tuple(
            Count(max(0, points), max(0, -points), len(hand) if table.over else 0)
            for points, hand in zip(table.points, table.hands, strict=True)
        )
        return Step(replace(state, phase=Phase.OVER, ending=Ending(Reason.NONE_LEFT, counts)))

    def outcome(self, rules: Rules, state: State) -> Outcome | None:
        return None if state.ending is None else _ENDED


_ENDED: Final = Outcome((), (), 0, "")
"""A finished round; the search needs no more of it."""


def _turn(state: State) -> int:
    return 0


def _kind(rules: Rules, seen: Sight) -> Callable[[DaumenDraufAction], Hashable | None]:
    """Give every card its own kind: no two have the same effect."""
    return lambda action: None if isinstance(action, Acknowledge) else action
