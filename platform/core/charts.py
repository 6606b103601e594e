"""Charts that the server draws: the positions of values in SVG.

Pure. Each page also shows the numbers of a chart as a table. The CSS classes of the lines are in
`core/css/charts.css`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """The size of a chart in its own units, and its margins."""

    width: int
    height: int
    left: int = 10
    right: int = 10
    top: int = 10
    bottom: int = 10


@dataclass(frozen=True, slots=True)
class ChartLevel:
    """A value with a horizontal line; `y` for SVG. A target has another style."""

    value: int
    y: str
    is_target: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A label below the chart at a step; `anchor` keeps it inside."""

    label: str
    x: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A line: `points` in SVG's form, and its end."""

    points: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A curve over time, for `components/chart.html`; `band`: the outline of its margin, "" for
    none.
    """

    frame: ChartFrame
    curve: Curve
    levels: Sequence[ChartLevel]
    marks: Sequence[Mark]
    band: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """A coordinate system: steps from 0 to `last` from left to right, values from `low` to `high`
    upwards.
    """

    frame: ChartFrame
    last: int
    low: int
    high: int

    def x(self, step: int) -> str:
        """Return the position of a step; a single one is in the middle."""
        room = self.frame.width - self.frame.left - self.frame.right
        part = step / self.last if self.last else 0.5
        return _number(self.frame.left + part * room)

    def y(self, value: int) -> str:
        """Return the height of a value."""
        room = self.frame.height - self.frame.top - self.frame.bottom
        part = (value - self.low) / max(self.high - self.low, 1)
        return _number(self.frame.height - self.frame.bottom - part * room)

    def curve(self, values: Sequence[int]) -> Curve:
        """Return the line through a value for each step."""
        end = len(values) - 1
        return Curve(self._points(enumerate(values)), self.x(end), self.y(values[end]))

    def band(self, lows: Sequence[int], highs: Sequence[int]) -> str:
        """Return the outline of the area between two lines."""
        back = reversed(list(enumerate(lows)))
        return f"{self._points(enumerate(highs))} {self._points(back)}"

    def levels(self, values: Iterable[int], target: int | None = None) -> tuple[ChartLevel, ...]:
        """Return horizontal lines at these values, from below."""
        return tuple(
            ChartLevel(value, self.y(value), value == target) for value in sorted(set(values))
        )

    def marks(self, labels: Sequence[tuple[int, str]]) -> tuple[Mark, ...]:
        """Return the labels below these steps."""
        anchors = {0: "start", self.last: "end"} if self.last else {}
        return tuple(
            Mark(label, self.x(step), anchors.get(step, "middle")) for step, label in labels
        )

    def _points(self, values: Iterable[tuple[int, int]]) -> str:
        return " ".join(f"{self.x(step)},{self.y(value)}" for step, value in values)


def round_levels(low: int, high: int, most: int = 6) -> tuple[int, ...]:
    """Return round values with equal steps, from at most `low` to at least `high`."""
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
