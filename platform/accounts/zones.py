"""Whose time it is: the time zone that somebody prefers."""

from __future__ import annotations

import zoneinfo
from functools import cache

from accounts.models import User


def zone_of(user: User) -> str | None:
    """The time zone of this user; None if there is no preference, or for one that is unknown."""
    return user.time_zone if user.time_zone in _zones() else None


@cache
def _zones() -> frozenset[str]:
    # Looking through the disk for them takes longer than most pages do.
    return frozenset(zoneinfo.available_timezones())
