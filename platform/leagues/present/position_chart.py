"""The chart of places in a division over a season: lines, and the same as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

TableThen: TypeAlias = Sequence[tuple[int, int]]
"""An earlier table: player and place, the first place first."""

STAGES = 12
"""Stages of a season that are shown at most."""
WIDTH, STEP, TOP, LEFT, RIGHT = 880, 30, 30, 170, 160
"""The size of the drawing in its own units: its width, the height of a place, and the margins."""
LEAD = 30
"""The width in which a line leads from its name to the first place, and from the last one to its name."""
APART, SPREAD = 6, 20
"""The distance of lines that share a place, and the height in which all of them are at most."""
SHADES = 8
"""Number of shades (`pad.css`); further lines have corners instead of dots."""


@dataclass(frozen=True, slots=True)
class ChartStage:
    """A stage of the season: the number of changes of the table so far; `x` for SVG."""

    after: int
    x: float


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player's places by stage; the other fields are for SVG.

    `dots`: a point of the line for each stage. `points`: these, between the name at the left and
    that at the right. `has_corners`: another line has the same shade. `begins` and `ends`: the
    heights of the names.
    """

    player: int
    places: tuple[int, ...]
    shade: int
    has_corners: bool
    dots: tuple[tuple[float, float], ...]
    begins: float
    ends: float

    @property
    def points(self) -> str:
        whole = ((LEFT, self.begins), *self.dots, (WIDTH - RIGHT, self.ends))
        return " ".join(f"{x},{y}" for x, y in whole)


@dataclass(frozen=True, slots=True)
class PositionChart:
    """The drawing and its numbers. `heights`: of the places. Lines go from `begin` to `end`."""

    stages: tuple[ChartStage, ...]
    lines: tuple[PlayerLine, ...]
    heights: tuple[tuple[int, float], ...]
    begin: float
    end: float
    width: int
    height: int


def draw_position_chart(tables: Sequence[TableThen]) -> PositionChart | None:
    """Draw the season from its tables, the earliest first; return None for fewer than two."""
    chosen = _chosen(len(tables))
    if len(chosen) < 2:
        return None
    first, last = tables[chosen[0]], tables[-1]
    first_rows = {player: row for row, (player, _) in enumerate(first)}
    begin, end = LEFT + LEAD, WIDTH - RIGHT - LEAD

    def x(index: int) -> float:
        return round(begin + index * (end - begin) / (len(chosen) - 1), 1)

    places = [dict(tables[at]) for at in chosen]
    heights = [_heights(tables[at]) for at in chosen]
    return PositionChart(
        stages=tuple(ChartStage(at + 1, x(index)) for index, at in enumerate(chosen)),
        lines=tuple(
            PlayerLine(
                player=player,
                places=tuple(then[player] for then in places),
                shade=row % SHADES,
                has_corners=row // SHADES % 2 == 1,
                dots=tuple((x(at), then[player]) for at, then in enumerate(heights)),
                begins=_height(first_rows[player] + 1),
                ends=_height(row + 1),
            )
            for row, (player, _) in enumerate(last)
        ),
        heights=tuple((place, _height(place)) for place in range(1, len(last) + 1)),
        begin=LEFT,
        end=WIDTH - RIGHT,
        width=WIDTH,
        height=TOP + STEP * len(last),
    )


def _height(place: float) -> float:
    """Return the height of a place."""
    return TOP + (place - 0.5) * STEP


def _heights(table: TableThen) -> dict[int, float]:
    """Return the heights of the players: lines that share a place are close together, in the order
    of the table.
    """
    found: dict[int, float] = {}
    for place, group in groupby(table, key=itemgetter(1)):
        sharing = [player for player, _ in group]
        apart = min(APART, SPREAD / len(sharing))
        top = _height(place) - apart * (len(sharing) - 1) / 2
        found |= {player: round(top + apart * at, 1) for at, player in enumerate(sharing)}
    return found


def _chosen(count: int) -> list[int]:
    """Return the first, the last, and others at equal distances between them."""
    steps = min(STAGES, count) - 1
    return [round(index * (count - 1) / steps) for index in range(steps + 1)] if steps > 0 else []
