"""What a part is measured for: a goal, what was found, and whether that is enough."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Goal:
    """`found` is to be at most `limit`, or at least that if `more` is better.

    `unit`: "x" is so many times what it is compared with.
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


def table(goals: Iterable[Goal]) -> list[str]:
    """The lines that say of each goal how far we are: found, goal, their ratio, met or not."""
    lines = [f"{'':58}{'today':>12}{'goal':>14}{'today/goal':>12}"]
    for goal in goals:
        found = f"{goal.found:.2f} {goal.unit}"
        limit = f"{'≥' if goal.more else '≤'} {goal.limit:g} {goal.unit}"
        ratio = goal.found / goal.limit
        lines.append(
            f"{goal.what:58}{found:>12}{limit:>14}{ratio:>12.2f}  {'met' if goal.met else 'MISSED'}"
        )
    return lines
