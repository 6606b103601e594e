"""Topics that the pages of divisions and fixtures subscribe to."""

from __future__ import annotations

from core.after_commit import after_commit
from realtime import bus


def of_division(division_id: int) -> str:
    """Return the topic of a division's table and fixtures."""
    return f"division:{division_id}"


def of_fixture(fixture_id: int) -> str:
    """Return the topic of a fixture's messages and its beginning."""
    return f"fixture:{fixture_id}"


def announce_fixture(fixture_id: int) -> None:
    """Notify the pages of a fixture after the commit."""
    after_commit(bus.publish, of_fixture(fixture_id))


def announce_division(division_id: int) -> None:
    """Notify the pages of a division after the commit."""
    after_commit(bus.publish, of_division(division_id))
