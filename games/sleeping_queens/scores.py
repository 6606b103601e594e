"""The scores of a round: winners, places, and the standing of a match (RULES.md 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from games.kernel import series
from games.kernel.contract import Outcome, Rules, Seat, Standing, Target
from games.sleeping_queens.cards import Queen
from games.sleeping_queens.options import chosen
from games.sleeping_queens.state import Ending, State, left_of, points

Awake: TypeAlias = Sequence[tuple[Queen, ...]]


def leaders(rules: Rules, awake: Awake) -> tuple[Seat, ...]:
    """Return the seats with the most points (RULES.md 6.3)."""
    by_queens = chosen(rules, "tiebreak", "queens")
    strengths = [(points(queens), len(queens) if by_queens else 0) for queens in awake]
    best = max(strengths)
    return tuple(seat for seat, strength in enumerate(strengths) if strength == best)


def outcome(state: State, ending: Ending) -> Outcome:
    """Score the awake queens of each seat in the finished round."""
    return Outcome(
        scores=tuple(map(points, state.awake)),
        places=places(ending, state.awake),
        began=left_of(state, state.dealer),
        reason=ending.reason.value,
    )


def places(ending: Ending, awake: Awake) -> tuple[int, ...]:
    """Rank the winners first, then by points, then by queens; equal seats share (RULES.md 6.4)."""
    return _ranked(
        [
            (1, 0, 0) if seat in ending.winners else (0, points(queens), len(queens))
            for seat, queens in enumerate(awake)
        ]
    )


def standing(rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """Count the rounds won; between equal seats, all points of all rounds decide (RULES.md 6.5).

    Points alone are not enough: five small queens can win a round with fewer points than another
    seat.
    """
    wins = series.most_wins(target, outcomes)
    totals = series.highest_total(target, outcomes).totals
    strengths = list(zip(wins.totals, totals, strict=True))
    return replace(wins, places=_ranked(strengths))


def _ranked(strengths: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in strengths) for own in strengths)
