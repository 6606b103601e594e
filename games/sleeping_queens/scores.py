"""Scores: winners, places, and a match of several rounds (RULES.md 6)."""

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
    """The seats with the most points (RULES.md 6.3)."""
    by_queens = chosen(rules, "tiebreak", "queens")
    strengths = [(points(queens), len(queens) if by_queens else 0) for queens in awake]
    best = max(strengths)
    return tuple(seat for seat, strength in enumerate(strengths) if strength == best)


def outcome(state: State, ending: Ending) -> Outcome:
    """The round as it ended: everybody scores the queens that lie awake."""
    return Outcome(
        scores=tuple(map(points, state.awake)),
        places=places(ending, state.awake),
        began=left_of(state, state.dealer),
        reason=ending.reason.value,
    )


def places(ending: Ending, awake: Awake) -> tuple[int, ...]:
    """The winners first, the rest by points, then queens, else shared (RULES.md 6.4)."""
    return _ranked(
        [
            (1, 0, 0) if seat in ending.winners else (0, points(queens), len(queens))
            for seat, queens in enumerate(awake)
        ]
    )


def standing(rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """A match counts the rounds won; between equals, all points of all rounds (RULES.md 6.5).

    Points alone would not do: five small queens win a round with fewer of them than another has.
    """
    wins = series.most_wins(target, outcomes)
    totals = series.highest_total(target, outcomes).totals
    strengths = list(zip(wins.totals, totals, strict=True))
    return replace(wins, places=_ranked(strengths))


def _ranked(strengths: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in strengths) for own in strengths)
