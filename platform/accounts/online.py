"""Presence: users who are signed in with a page open, and whether they want to be seen."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from accounts.models import User
from realtime import presence
from realtime.presence import OpenPage

PLACE = "people"
BOTS = "bots"
"""The place under which bot accounts are counted: they are not people."""
UNSEEN = ""
"""The role of users who hide their presence: they are counted only."""


@dataclass(frozen=True, slots=True)
class OnlinePeople:
    """The ids of users who show their presence, and the number of all users who are here."""

    ids: frozenset[int]
    count: int


def page_of(user: User) -> OpenPage:
    """Return the presence record of an open page of this user."""
    return OpenPage(
        place=BOTS if user.is_bot else PLACE,
        role=UNSEEN if user.hides_presence else str(user.pk),
        who=str(user.pk),
        key=uuid.uuid4().hex,
    )


def who_is_here() -> OnlinePeople:
    """Return the users who are here; none while presence is unavailable."""
    return _list_online(PLACE)


def bots_here() -> OnlinePeople:
    """Return the bots of users that are connected; none while presence is unavailable."""
    return _list_online(BOTS)


def _list_online(place: str) -> OnlinePeople:
    found = presence.list_present(place) or {}
    ids = frozenset(int(role) for role in found if role != UNSEEN)
    return OnlinePeople(ids, sum(found.values()))
