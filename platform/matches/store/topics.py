"""Topics to which the pages of a match subscribe, and functions that publish changes to them."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from realtime import bus


def of_match(match_id: uuid.UUID) -> str:
    """Return the topic of a match."""
    return f"match:{match_id}"


def of_talk(match_id: uuid.UUID) -> str:
    """Return the topic of a match's chat."""
    return f"talk:{match_id}"


def of_presence(match_id: uuid.UUID) -> str:
    """Return the topic of the people who have the page of a match open."""
    return f"here:{match_id}"


def of_user(user_id: int) -> str:
    """Return the topic of a user's connections."""
    return f"user:{user_id}"


def of_device(match_id: uuid.UUID, user_id: int) -> str:
    """Return the topic of a user's devices at a match: their players, and the player whose cards
    they show.
    """
    return f"device:{match_id}:{user_id}"


TABLES = f"{bus.COMMON}tables"
"""The topic of the list of public tables."""


def of_player(user_id: int) -> str:
    """Return the topic of a user's own matches."""
    return f"player:{user_id}"


def announce(
    match_id: uuid.UUID, viewers: list[int] | None = None, players: Iterable[int] = ()
) -> None:
    """Tell the pages of a match, and the lists of these players' matches, to reload.

    `viewers`: as in `Round.visible` (0 the spectators, 1 + seat); None for everyone. A viewer that
    is not listed does not even learn that something happened.
    """
    topics = (of_match(match_id), *map(of_player, players))
    bus.publish(*topics, viewers=viewers, match=str(match_id))


def announce_talk(match_id: uuid.UUID) -> None:
    """Tell the pages of a match to read the chat again; each gets only the messages that are new to
    it.
    """
    bus.publish(of_talk(match_id))


def announce_table(match_id: uuid.UUID, players: Iterable[int], *, public: bool) -> None:
    """Tell the pages of a match, and lists, that the table itself changed.

    `players`: the users whose lists of matches reload. `public`: the list of public tables reloads
    too.
    """
    topics = (of_match(match_id), *map(of_player, players), *([TABLES] if public else ()))
    bus.publish(*topics, match=str(match_id))


def announce_lists(match_id: uuid.UUID, players: Iterable[int]) -> None:
    """Tell only the lists of these players' matches that a match was added, removed or changed."""
    bus.publish(*map(of_player, players), match=str(match_id))


def announce_device(match_id: uuid.UUID, user_id: int) -> None:
    """Tell the pages of this user at a match that the player at the device may have changed."""
    bus.publish(of_device(match_id, user_id))


def announce_revoked(*, user_id: int, **_: object) -> None:
    """Close the pages of a user who signed out, was banned or has a new password."""
    bus.publish(of_user(user_id))
