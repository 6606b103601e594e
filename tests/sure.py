"""Values that may be None elsewhere; in a test, None is a failure."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def sure(value: T | None) -> T:
    """Return the value; fail if it is None."""
    assert value is not None
    return value
