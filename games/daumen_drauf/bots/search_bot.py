"""The bot that thinks some tricks ahead, in rounds that its seat cannot tell from the real one."""

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
"""The present trick and two more: who takes one has to lead, and that costs something."""


def search_bot(
    game: OurGame, playouts: int = PLAYOUTS, tricks: int = TRICKS, doubt: float = 1.0
) -> Search[State, DaumenDraufAction, Board]:
    """A bot with this budget."""
    ahead = cast("OurGame", PlayedOn(game, tricks))
    return Search(ahead, sampler, _kind, rollout_policy, evaluate, _turn, playouts, 1, doubt)


class PlayedOn:
    """The game as it is thought ahead: whatever somebody does, the round is played on in place
    for some tricks and taken to be over then; all else is as in the game."""

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
        """The round as it would stand then, of which only the scores are kept."""
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
"""The round is over; nobody asks for more."""


def _turn(state: State) -> int:
    return 0


def _kind(rules: Rules, seen: Sight) -> Callable[[DaumenDraufAction], Hashable | None]:
    """No two cards come to the same."""
    return lambda action: None if isinstance(action, Acknowledge) else action
