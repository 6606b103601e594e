"""Somebody's own matches, to a page and to its socket."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from core.paging import number_of, turns
from matches import listings

SHORT = 5
"""Matches on the landing page."""
ALL_SEEN = 999_999_999
"""More changes than any match has: whoever looks at a result has seen everything before it."""


def matches(user: User, query: Mapping[str, Any]) -> dict[str, Any]:
    """What the page of one's own matches gets."""
    asked = {name: number_of(query.get(name, "")) for name in ("page", "finished")}
    running = listings.mine(user, asked["page"])
    finished = listings.finished(user, asked["finished"])
    return {
        "running": running.lines,
        "running_turns": turns(running, "page", asked),
        "finished": finished.lines,
        "finished_turns": turns(finished, "finished", asked),
        "all_seen": ALL_SEEN,
    }


def short(user: User) -> dict[str, Any]:
    """The same for the landing page: the first few, and how many there are."""
    running = listings.mine(user)
    return {
        "running": running.lines[:SHORT],
        "total": running.total,
        "all_seen": ALL_SEEN,
    }
