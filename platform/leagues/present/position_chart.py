"""The chart of places in a division over a season: lines, and the same as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

TableThen: TypeAlias = Sequence[tuple[int, int]]
"""An earlier table: player and place, the first place first."""

STAGES = 12
"""Stages of a season that are shown at most."""
WIDTH, STEP, TOP, LEFT, RIGHT = 880, 30, 30, 170, 160
"""The size of the drawing in its own units: its width, the height of a place, and the margins."""
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

    `dots`: the points of the line. `has_corners`: another line has the same shade.
    """

    player: int
    places: tuple[int, ...]
    shade: int
    has_corners: bool
    dots: tuple[tuple[float, float], ...]

    @property
    def points(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.dots)

    @property
    def begins(self) -> float:
        return self.dots[0][1]

    @property
    def ends(self) -> float:
        return self.dots[-1][1]


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
    last = tables[-1]

    def x(index: int) -> float:
        return round(LEFT + index * (WIDTH - LEFT - RIGHT) / (len(chosen) - 1), 1)

    def y(row: int) -> float:
        return TOP + (row + 0.5) * STEP

    # Players who share a place have a line each, in the order of the table.
    rows = [{player: row for row, (player, _) in enumerate(tables[at])} for at in chosen]
    places = [dict(tables[at]) for at in chosen]
    return PositionChart(
        stages=tuple(ChartStage(at + 1, x(index)) for index, at in enumerate(chosen)),
        lines=tuple(
            PlayerLine(
                player=player,
                places=tuple(then[player] for then in places),
                shade=row % SHADES,
                has_corners=row // SHADES % 2 == 1,
                dots=tuple((x(at), y(then[player])) for at, then in enumerate(rows)),
            )
            for row, (player, _) in enumerate(last)
        ),
        heights=tuple((row + 1, y(row)) for row in range(len(last))),
        begin=x(0),
        end=x(len(chosen) - 1),
        width=WIDTH,
        height=TOP + STEP * len(last),
    )


def _chosen(count: int) -> list[int]:
    """Return the first, the last, and others at equal distances between them."""
    steps = min(STAGES, count) - 1
    return [round(index * (count - 1) / steps) for index in range(steps + 1)] if steps > 0 else []
