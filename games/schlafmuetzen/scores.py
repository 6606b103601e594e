"""How a round ended: winners, places, and a match of several rounds (RULES.md 6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.kernel import series
from games.kernel.contract import Outcome, Rules, Seat, Standing, Target
from games.schlafmuetzen.options import chosen
from games.schlafmuetzen.state import Ending, Phase, Reason, State, cards_left


def left(state: State) -> tuple[int, ...]:
    """How many cards each seat has, by seat."""
    return tuple([cards_left(state.piles, seat, state.active) for seat in range(state.seats)])


def fewest(state: State) -> tuple[Seat, ...]:
    """The seats with the fewest cards (RULES.md 6.5, 6.6)."""
    counts = left(state)
    return tuple([seat for seat, count in enumerate(counts) if count == min(counts)])


def over(state: State, reason: Reason, winners: tuple[Seat, ...]) -> State:
    """This state with the round over."""
    ending = Ending(reason, winners, left(state))
    return replace(state, phase=Phase.OVER, window=False, before=None, accepted=(), ending=ending)


def outcome(rules: Rules, state: State, ending: Ending) -> Outcome:
    """Winners share the first place; the others the next one, or they are ranked (RULES.md 6.4)."""
    if chosen(rules, "rank_rest", "cards"):
        places = series.places(ending.left, min)
    else:
        behind = len(ending.winners) + 1
        places = tuple(
            [1 if seat in ending.winners else behind for seat in range(len(ending.left))]
        )
    return Outcome(
        scores=tuple([int(seat in ending.winners) for seat in range(len(ending.left))]),
        places=places,
        began=state.began,
        reason=ending.reason.value,
    )


def standing(rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """The most rounds won; equally many share a place (RULES.md 6.7)."""
    return series.most_wins(target, outcomes)
