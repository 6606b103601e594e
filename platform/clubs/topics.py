"""The topic that the pages of a club subscribe to."""

from __future__ import annotations

from collections.abc import Iterable

from core.after_commit import after_commit
from matches.store.topics import of_user
from realtime import bus


def of_club(club_id: int) -> str:
    """Return the topic of a club's tables and messages."""
    return f"club:{club_id}"


def announce_club(club_id: int) -> None:
    """Notify the pages of a club after the commit."""
    after_commit(bus.publish, of_club(club_id))


def announce_left(club_id: int, user_ids: Iterable[int]) -> None:
    """Close the pages of users who are no longer members after the commit: of the club, and of its
    tables.
    """
    after_commit(bus.publish, of_club(club_id), *map(of_user, user_ids))
