"""Topics that pages of a match listen to, and how they are told that something changed."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from realtime import bus


def of_match(match_id: uuid.UUID) -> str:
    """The topic of a match."""
    return f"match:{match_id}"


def of_talk(match_id: uuid.UUID) -> str:
    """The topic of what is said at a match."""
    return f"talk:{match_id}"


def of_presence(match_id: uuid.UUID) -> str:
    """The topic of who has the page of a match open."""
    return f"here:{match_id}"


def of_user(user_id: int) -> str:
    """The topic of a user's connections."""
    return f"user:{user_id}"


def of_device(match_id: uuid.UUID, user_id: int) -> str:
    """The topic of who plays at a match with this user's devices, and whose cards they show."""
    return f"device:{match_id}:{user_id}"


TABLES = "tables"
"""The topic of the list of public tables."""


def of_player(user_id: int) -> str:
    """The topic of a user's own matches."""
    return f"player:{user_id}"


def announce(
    match_id: uuid.UUID, viewers: list[int] | None = None, players: Iterable[int] = ()
) -> None:
    """Tell the pages of a match to look again, and the lists of these players' matches.

    `viewers`: as in `Round.visible` (0 the spectators, 1 + seat); None for everyone. Whoever is
    not named is not even told that something happened.
    """
    topics = (of_match(match_id), *map(of_player, players))
    bus.publish(*topics, viewers=viewers, match=str(match_id))


def announce_talk(match_id: uuid.UUID) -> None:
    """Let the pages of a match listen again; each is brought what is new for it, or nothing."""
    bus.publish(of_talk(match_id))


def announce_table(match_id: uuid.UUID, players: Iterable[int], *, public: bool) -> None:
    """Tell the pages of a match, and lists, that the table itself changed.

    `players`: whose lists of matches look again; `public`: the list of public tables does, too.
    """
    topics = (of_match(match_id), *map(of_player, players), *([TABLES] if public else ()))
    bus.publish(*topics, match=str(match_id))


def announce_lists(match_id: uuid.UUID, players: Iterable[int]) -> None:
    """Tell the lists of these players' matches alone that one has come, gone or changed."""
    bus.publish(*map(of_player, players), match=str(match_id))


def announce_device(match_id: uuid.UUID, user_id: int) -> None:
    """Let the pages of this user at a match see whose they are now."""
    bus.publish(of_device(match_id, user_id))


def announce_revoked(*, user_id: int, **_: object) -> None:
    """Close the pages of a user who signed out, was banned or has a new password."""
    bus.publish(of_user(user_id))
