"""Lines of tables of numbers, as the benchmark prints them."""

from __future__ import annotations

from collections.abc import Sequence

NAMES, COLUMN = 24, 13


def header(titles: Sequence[str]) -> str:
    """The line above."""
    return " " * NAMES + "".join(f"{title:>{COLUMN}}" for title in titles)


def line(name: str, numbers: Sequence[float]) -> str:
    """A name and its numbers; three digits say enough."""
    return f"{name:{NAMES}}" + "".join(f"{_text(number):>{COLUMN}}" for number in numbers)


def _text(number: float) -> str:
    if number == 0 or abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if abs(number) >= 10 else f"{number:.2f}"
