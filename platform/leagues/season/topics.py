"""Topics that the pages of a division and of a fixture listen to."""

from __future__ import annotations

from core.after_commit import after_commit
from realtime import bus


def of_division(division_id: int) -> str:
    """The topic of a division's table and fixtures."""
    return f"division:{division_id}"


def of_fixture(fixture_id: int) -> str:
    """The topic of what people write about a fixture, and of its beginning."""
    return f"fixture:{fixture_id}"


def announce_fixture(fixture_id: int) -> None:
    """Tell the pages of a fixture to look again, once what was written is committed."""
    after_commit(bus.publish, of_fixture(fixture_id))


def announce_division(division_id: int) -> None:
    """Tell the pages of a division to look again, once what changed is committed."""
    after_commit(bus.publish, of_division(division_id))
