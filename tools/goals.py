"""What a measurement or a proof is for: a goal, what was found, and whether that is enough."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Goal:
    """`found` is to be at most `limit`, or at least that if `more` is better.

    `unit`: "x" is so many times what it is compared with; empty where things are counted.
    """

    what: str
    found: float
    limit: float
    unit: str = "x"
    more: bool = False

    @property
    def met(self) -> bool:
        """Whether it is reached."""
        return self.found >= self.limit if self.more else self.found <= self.limit

    def told(self) -> dict[str, Any]:
        """As JSON takes it."""
        return asdict(self) | {"met": self.met}


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, ready for JSON, and the goals that it is measured by."""

    data: Any
    goals: list[Goal] = field(default_factory=list)


def table(goals: Iterable[Goal]) -> list[str]:
    """The lines that say of each goal how far we are: found, goal, their ratio, met or not."""
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
