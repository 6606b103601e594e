"""A goal of a measurement or proof: the goal, the found value, and whether it is met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal: `found` must be at most `limit`, or at least `limit` if `more` is better.

    `unit`: "x" is a factor of the compared value; empty for a count.
    """

    what: str
    found: float
    limit: float
    unit: str = "x"
    more: bool = False

    @property
    def met(self) -> bool:
        """True if the goal is met."""
        return self.found >= self.limit if self.more else self.found <= self.limit

    def told(self) -> dict[str, Any]:
        """Return the goal as a value that JSON can encode."""
        return asdict(self) | {"met": self.met}


@dataclass(frozen=True, slots=True)
class Found:
    """The findings, ready for JSON, and their goals."""

    data: Any
    goals: list[Goal] = field(default_factory=list)


def table(goals: Iterable[Goal]) -> list[str]:
    """Return the lines of the table of goals: found, goal, their ratio, met or missed."""
    lines = [f"{'':58}{'today':>12}{'goal':>14}{'today/goal':>12}"]
    for goal in goals:
        found = f"{_number(goal.found)} {goal.unit}".rstrip()
        limit = f"{'≥' if goal.more else '≤'} {goal.limit:g} {goal.unit}".rstrip()
        ratio = f"{goal.found / goal.limit:.2f}" if goal.limit else ""
        lines.append(
            f"{goal.what:58}{found:>12}{limit:>14}{ratio:>12}  {'met' if goal.met else 'MISSED'}"
        )
    return lines


def _number(found: float) -> str:
    return f"{found:,}" if isinstance(found, int) else f"{found:.2f}"
