"""The topic that the pages of a club subscribe to."""

from __future__ import annotations

from core.after_commit import after_commit
from realtime import bus


def of_club(club_id: int) -> str:
    """Return the topic of a club's tables and messages."""
    return f"club:{club_id}"


def announce_club(club_id: int) -> None:
    """Notify the pages of a club after the commit."""
    after_commit(bus.publish, of_club(club_id))
