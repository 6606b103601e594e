"""Numbers in text: parse them, and write them with their sign."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite


def read_finite(text: str) -> float:
    """Parse a finite number: neither `1e999` nor Python's `NaN` in JSON.

    Raises:
        ValueError: it is not a number.
    """
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


DIGITS = 19
"""A limit above the number of digits of any row's id."""


def read_id(text: object) -> int:
    """Return the id of a row in a field or an address; 0, which no row has, if it is invalid."""
    if not isinstance(text, str):
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) < DIGITS else 0


def signed(points: int | Fraction) -> str:
    """Return points with a proper minus sign, which is wider than a hyphen."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def gained(points: int | Fraction) -> str:
    """Return points won or lost, with their sign."""
    return f"+{points}" if points > 0 else signed(points)
