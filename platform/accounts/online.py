"""Who is on the site just now: everybody signed in with a page open, and who wants to be seen."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from accounts.models import User
from realtime import presence
from realtime.presence import OpenPage

PLACE = "people"
BOTS = "bots"
"""Where accounts are for which a program plays: they are no people."""
UNSEEN = ""
"""The role of those who do not want anybody to know: they are counted."""


@dataclass(frozen=True, slots=True)
class OnlinePeople:
    """The ids of those who let others see that they are here, and how many people there are in all."""

    ids: frozenset[int]
    count: int


def page_of(user: User) -> OpenPage:
    """A page of this user, to be counted."""
    return OpenPage(
        place=BOTS if user.is_bot else PLACE,
        role=UNSEEN if user.hides_presence else str(user.pk),
        who=str(user.pk),
        key=uuid.uuid4().hex,
    )


def who_is_here() -> OnlinePeople:
    """Everybody who is here; nobody while that cannot be told."""
    return _list_online(PLACE)


def bots_here() -> OnlinePeople:
    """The bots of users that are connected; likewise."""
    return _list_online(BOTS)


def _list_online(place: str) -> OnlinePeople:
    found = presence.list_present(place) or {}
    ids = frozenset(int(role) for role in found if role != UNSEEN)
    return OnlinePeople(ids, sum(found.values()))
