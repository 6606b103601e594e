"""The end of a round: winners, places, and the standing of a match (RULES.md 6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.kernel import series
from games.kernel.contract import Outcome, Rules, Seat, Standing, Target
from games.schlafmuetzen.options import chosen
from games.schlafmuetzen.state import Ending, Phase, Reason, State, cards_left


def left(state: State) -> tuple[int, ...]:
    """Return the number of cards that each seat has left, by seat."""
    return tuple([cards_left(state.piles, seat, state.active) for seat in range(state.seats)])


def fewest(state: State) -> tuple[Seat, ...]:
    """Return the seats with the fewest cards (RULES.md 6.5, 6.6)."""
    counts = left(state)
    return tuple([seat for seat, count in enumerate(counts) if count == min(counts)])


def over(state: State, reason: Reason, winners: tuple[Seat, ...]) -> State:
    """Return this state with the round over."""
    ending = Ending(reason, winners, left(state))
    return replace(state, phase=Phase.OVER, window=False, before=None, accepted=(), ending=ending)


def outcome(rules: Rules, state: State, ending: Ending) -> Outcome:
    """Return the result; the winners share the first place (RULES.md 6.4).

    All others share the next one, or by option are ranked.
    """
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
    """Count the rounds won; the most win the match, equal numbers share a place (RULES.md 6.7)."""
    return series.most_wins(target, outcomes)
