"""How the places of a division went in a season: lines for a drawing, and the same as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

TableThen: TypeAlias = Sequence[tuple[int, int]]
"""A table as it was: player and place, the first place first."""

STAGES = 12
"""How many stages of a season are shown at most."""
WIDTH, STEP, TOP, LEFT, RIGHT = 880, 30, 30, 170, 160
"""The drawing in its own units: its width, the height of a place, and what stands around the lines."""
SHADES = 8
"""How many kinds of lines there are (`pad.css`): the others have corners where these have dots."""


@dataclass(frozen=True, slots=True)
class ChartStage:
    """A stage of the season: after how many changes of the table; `x` for SVG."""

    after: int
    x: float


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """How one player's places went, by stage; the rest is for SVG.

    `dots`: where the line is at each stage. `has_corners`: another line has the same shade.
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
    """The drawing and its numbers; `heights` are those of the places, lines go from `begin` to `end`."""

    stages: tuple[ChartStage, ...]
    lines: tuple[PlayerLine, ...]
    heights: tuple[tuple[int, float], ...]
    begin: float
    end: float
    width: int
    height: int


def draw_position_chart(tables: Sequence[TableThen]) -> PositionChart | None:
    """The season from its tables, the earliest first; None where there are less than two."""
    chosen = _chosen(len(tables))
    if len(chosen) < 2:
        return None
    last = tables[-1]

    def x(index: int) -> float:
        return round(LEFT + index * (WIDTH - LEFT - RIGHT) / (len(chosen) - 1), 1)

    def y(row: int) -> float:
        return TOP + (row + 0.5) * STEP

    # Players who share a place have a line each: they are drawn in the order of the table.
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
    """The first, the last, and others between them at equal distances."""
    steps = min(STAGES, count) - 1
    return [round(index * (count - 1) / steps) for index in range(steps + 1)] if steps > 0 else []
