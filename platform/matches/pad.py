"""The score pad of a match of several rounds: each round, the totals, their lines, who begins next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.kernel.contract import Outcome, Seat, Standing
from matches import engine, targets
from matches.selectors import Table

WIDTH, HEIGHT, MARGIN = 320, 120, 10
"""The chart in its own units; lines keep away from its edges."""


@dataclass(frozen=True, slots=True)
class Row:
    """A round that is over: points and places by seat, and who began."""

    number: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    began: Seat


@dataclass(frozen=True, slots=True)
class Level:
    """A value of the chart with a line across: the bounds, zero, and the target; `y` for SVG."""

    value: int
    y: str
    is_target: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A seat's totals after each round: `points` as SVG wants them, and where they end."""

    seat: Seat
    points: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Pad:
    """What is written down. `standing` is None while no round is over."""

    number: int
    """Of the round that is played now, or was last."""
    target: str
    """What the match is played for, in words."""
    rows: tuple[Row, ...]
    points_label: str
    total_label: str
    lowest_wins: bool
    standing: Standing | None
    curves: tuple[Curve, ...]
    levels: tuple[Level, ...]
    begins_next: Seat | None
    """None if it is not known, or if there is no next round."""


def of(table: Table, outcomes: Sequence[Outcome]) -> Pad | None:
    """The pad of this match after these rounds; None for a match of a single round."""
    if table.target.rounds == 1:
        return None
    running = [
        engine.standing(table.rules_id, table.target, outcomes[: count + 1])
        for count in range(len(outcomes))
    ]
    standing = running[-1] if running else None
    curves, levels = _chart(table.target.points, [after.totals for after in running])
    goes_on = standing is not None and not standing.decided
    return Pad(
        number=table.round_number,
        target=targets.words(table.meta, table.target),
        rows=tuple(
            Row(number, outcome.scores, outcome.places, outcome.began)
            for number, outcome in enumerate(outcomes, 1)
        ),
        points_label=table.meta.pad.points,
        total_label=table.meta.pad.total,
        lowest_wins=table.meta.pad.lowest_wins,
        standing=standing,
        curves=curves,
        levels=levels,
        begins_next=engine.begins_next(table.rules_id, outcomes[-1]) if goes_on else None,
    )


def _chart(
    goal: int | None, totals: Sequence[Sequence[int]]
) -> tuple[tuple[Curve, ...], tuple[Level, ...]]:
    """Lines from nothing at all to the present totals; none where two points are wanting."""
    if not totals:
        return (), ()
    seats = len(totals[0])
    rounds = [(0,) * seats, *totals]
    values = [value for after in rounds for value in after]
    low, high = min(values), max(values, default=0)
    if goal is not None:
        high = max(high, goal)
    span = max(high - low, 1)

    def y(value: int) -> str:
        return str(round(HEIGHT - MARGIN - (value - low) * (HEIGHT - 2 * MARGIN) / span, 1))

    def x(number: int) -> str:
        return str(round(MARGIN + number * (WIDTH - 2 * MARGIN) / len(totals), 1))

    curves = tuple(
        Curve(
            seat=seat,
            points=" ".join(f"{x(n)},{y(after[seat])}" for n, after in enumerate(rounds)),
            x=x(len(totals)),
            y=y(totals[-1][seat]),
        )
        for seat in range(seats)
    )
    levels = {low, 0, high} | ({goal} if goal is not None else set())
    return curves, tuple(Level(value, y(value), value == goal) for value in sorted(levels))
