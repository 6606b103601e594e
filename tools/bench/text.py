"""Lines for tables of numbers, as the benchmark prints them."""

from __future__ import annotations

from collections.abc import Sequence

NAMES, COLUMN = 24, 13


def header(titles: Sequence[str]) -> str:
    """Return the header line."""
    return " " * NAMES + "".join(f"{title:>{COLUMN}}" for title in titles)


def line(name: str, numbers: Sequence[float]) -> str:
    """Return a line with a name and its numbers, each with three digits."""
    return f"{name:{NAMES}}" + "".join(f"{_text(number):>{COLUMN}}" for number in numbers)


def _text(number: float) -> str:
    if number == 0 or abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if abs(number) >= 10 else f"{number:.2f}"
