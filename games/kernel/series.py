"""The score of a match: totals, shared places, and whether the target is reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from games.kernel.contract import Outcome, Standing, Target

Best: TypeAlias = Callable[[Iterable[int]], int]
"""`max` if the most points win, `min` if the fewest do."""


def places(scores: Sequence[int], best: Best = max) -> tuple[int, ...]:
    """Return places by score, 1 is best; equal scores share a place and the next place is left out."""
    lower_wins = best((0, 1)) == 0
    return tuple(
        1 + sum(other < score if lower_wins else other > score for other in scores)
        for score in scores
    )


def winners(outcome: Outcome) -> tuple[int, ...]:
    """Return the seats in first place."""
    return tuple(seat for seat, place in enumerate(outcome.places) if place == 1)


def _standing(target: Target, rounds: Sequence[Sequence[int]], best: Best) -> Standing:
    totals = tuple(map(sum, zip(*rounds, strict=True)))
    enough_rounds = target.rounds is not None and len(rounds) >= target.rounds
    enough_points = target.points is not None and max(totals, default=0) >= target.points
    return Standing(
        totals=totals,
        places=places(totals, best),
        decided=bool(rounds) and (enough_rounds or enough_points),
    )


def highest_total(target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """Add up the scores; the most points win."""
    return _standing(target, [outcome.scores for outcome in outcomes], max)


def lowest_total(target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """Add up the scores as minus points.

    When a total reaches the target, the fewest points win.
    """
    return _standing(target, [outcome.scores for outcome in outcomes], min)


def most_wins(target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """Count one for each first place, also a shared one; `target.points` is a number of wins."""
    rounds = [[int(place == 1) for place in outcome.places] for outcome in outcomes]
    return _standing(target, rounds, max)
