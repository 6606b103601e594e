"""The score pad of a match: each round, the totals, their lines, and the seat that begins next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.charts import ChartFrame, ChartLevel, Curve, Plot
from games.kernel.contract import Outcome, Seat, Standing
from matches.engine import catalogue, targets
from matches.engine import replay as rounds
from matches.store.snapshot import MatchFacts

FRAME = ChartFrame(320, 120)


@dataclass(frozen=True, slots=True)
class RoundScores:
    """A finished round: points and places by seat, and the seat that began."""

    number: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    began: Seat


@dataclass(frozen=True, slots=True)
class Pad:
    """The content of a score pad. `standing` is None until a round is over."""

    number: int
    """The number of the round that is played now, or was last."""
    target: str
    """The target of the match, in words."""
    rows: tuple[RoundScores, ...]
    total_label: str
    about: str
    standing: Standing | None
    curves: tuple[Curve, ...]
    """The lines of the chart, by seat."""
    levels: tuple[ChartLevel, ...]
    begins_next: Seat | None
    """The seat that begins the next round; None if it is not known, or there is no next round."""
    stride: int
    """The most by which a round has raised a total."""
    tie_break: str
    """The rule that decides between equal totals, in words; "" if all of them share a place."""


def pad_after(match: MatchFacts, number: int, outcomes: Sequence[Outcome]) -> Pad | None:
    """Return the pad of this match after these rounds, or None for a match of a single round.

    `number`: of the round that is played now, or was last.
    """
    if match.target.rounds == 1:
        return None
    running = [
        rounds.standing(match.rules_id, match.target, outcomes[: count + 1])
        for count in range(len(outcomes))
    ]
    meta = catalogue.game_of(match.game).meta
    standing = running[-1] if running else None
    totals = [after.totals for after in running]
    curves, levels = _chart(match.target.points, totals)
    goes_on = standing is not None and not standing.decided
    return Pad(
        number=number,
        target=targets.words(meta, match.target),
        rows=tuple(
            RoundScores(number, outcome.scores, outcome.places, outcome.began)
            for number, outcome in enumerate(outcomes, 1)
        ),
        total_label=meta.pad.total,
        about=meta.pad.about,
        standing=standing,
        curves=curves,
        levels=levels,
        begins_next=rounds.begins_next(match.rules_id, outcomes[-1]) if goes_on else None,
        stride=_stride(totals),
        tie_break=meta.pad.tie_break if _breaks_ties(standing) else "",
    )


def _breaks_ties(standing: Standing | None) -> bool:
    """Tell whether equal totals have different places."""
    if standing is None:
        return False
    ranked = set(zip(standing.totals, standing.places, strict=True))
    return len(ranked) > len(set(standing.totals))


def _stride(totals: Sequence[Sequence[int]]) -> int:
    """Return the most by which a round raised a total, from the totals after each round."""
    columns = [(0, *column) for column in zip(*totals, strict=True)]
    return max((b - a for column in columns for a, b in pairwise(column)), default=0)


def _chart(
    goal: int | None, totals: Sequence[Sequence[int]]
) -> tuple[tuple[Curve, ...], tuple[ChartLevel, ...]]:
    """Return a line for each seat from zero to the present total; empty before the first total."""
    if not totals:
        return (), ()
    rounds = [(0,) * len(totals[0]), *totals]
    goals = set() if goal is None else {goal}
    values = {value for after in rounds for value in after} | goals
    plot = Plot(FRAME, last=len(totals), low=min(values), high=max(values))
    curves = tuple(plot.curve(by_round) for by_round in zip(*rounds, strict=True))
    return curves, plot.levels({plot.low, 0, plot.high} | goals, goal)
