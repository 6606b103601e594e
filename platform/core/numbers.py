"""Numbers as others write them."""

from __future__ import annotations

from math import isfinite


def read_finite(text: str) -> float:
    """The number that this text is, which fits: neither `1e999` nor what JSON in Python calls `NaN`.

    Raises:
        ValueError: it is none.
    """
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number
