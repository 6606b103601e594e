"""Charts that the server draws: where values lie on them, as SVG wants it.

Knows numbers and nothing else. Beside every chart the same numbers stand as a table; the classes
of its lines are in `core/css/charts.css`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """The size of a chart in its own units, and how far its lines keep away from each edge."""

    width: int
    height: int
    left: int = 10
    right: int = 10
    top: int = 10
    bottom: int = 10


@dataclass(frozen=True, slots=True)
class ChartLevel:
    """A value with a line across; `y` for SVG. A target is drawn otherwise."""

    value: int
    y: str
    is_target: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands below the chart at a step; `anchor` keeps it inside."""

    label: str
    x: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A line: `points` as SVG wants them, and where it ends."""

    points: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A curve over some time as `components/chart.html` draws it; `band`: what it may be, "" for none."""

    frame: ChartFrame
    curve: Curve
    levels: Sequence[ChartLevel]
    marks: Sequence[Mark]
    band: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """Steps from 0 to `last` from left to right, values from `low` to `high` upwards."""

    frame: ChartFrame
    last: int
    low: int
    high: int

    def x(self, step: int) -> str:
        """Where a step is; a single one is in the middle."""
        room = self.frame.width - self.frame.left - self.frame.right
        part = step / self.last if self.last else 0.5
        return _number(self.frame.left + part * room)

    def y(self, value: int) -> str:
        """How high a value is."""
        room = self.frame.height - self.frame.top - self.frame.bottom
        part = (value - self.low) / max(self.high - self.low, 1)
        return _number(self.frame.height - self.frame.bottom - part * room)

    def curve(self, values: Sequence[int]) -> Curve:
        """The line through a value for each step."""
        end = len(values) - 1
        return Curve(self._points(enumerate(values)), self.x(end), self.y(values[end]))

    def band(self, lows: Sequence[int], highs: Sequence[int]) -> str:
        """The outline of what lies between two lines, there and back again."""
        back = reversed(list(enumerate(lows)))
        return f"{self._points(enumerate(highs))} {self._points(back)}"

    def levels(self, values: Iterable[int], target: int | None = None) -> tuple[ChartLevel, ...]:
        """Lines across at these values, from below."""
        return tuple(
            ChartLevel(value, self.y(value), value == target) for value in sorted(set(values))
        )

    def marks(self, labels: Sequence[tuple[int, str]]) -> tuple[Mark, ...]:
        """What stands below these steps."""
        anchors = {0: "start", self.last: "end"} if self.last else {}
        return tuple(
            Mark(label, self.x(step), anchors.get(step, "middle")) for step, label in labels
        )

    def _points(self, values: Iterable[tuple[int, int]]) -> str:
        return " ".join(f"{self.x(step)},{self.y(value)}" for step, value in values)


def round_levels(low: int, high: int, most: int = 6) -> tuple[int, ...]:
    """Round values with equal steps, from at most `low` to at least `high`."""
    width = max(high - low, 1)
    step = next(
        size
        for power in range(len(str(width)) + 1)
        for size in (10**power, 2 * 10**power, 5 * 10**power)
        if width / size <= most - 2
    )
    return tuple(range(low // step * step, -(-high // step) * step + 1, step))


def _number(value: float) -> str:
    return str(round(value, 1))
