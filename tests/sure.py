"""What may be None elsewhere, and is there in a test: or the test fails."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def sure(value: T | None) -> T:
    """The value, which is not None."""
    assert value is not None
    return value
