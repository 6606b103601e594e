"""Parsing of numbers."""

from __future__ import annotations

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
