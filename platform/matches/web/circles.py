"""The circle of a table: the people that it belongs to, such as the club that opened it.

The app that owns the circles registers how to find them, because it is above this one.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle that a user may know of, and the path of its page.

    `lets_watch`: the user belongs to it now, and so may watch its table.
    """

    name: str
    path: str
    lets_watch: bool


Finder: TypeAlias = Callable[[uuid.UUID, User], Circle | None]
"""A function from a match and a user to the circle of its table; None if the user sees none."""

_finders: list[Finder] = []


def register_finder(find: Finder) -> None:
    """Let this function find circles of tables."""
    _finders.append(find)


def circle_of(match_id: uuid.UUID, user: object) -> Circle | None:
    """Return the circle of this table, if this user may know of it; None for a visitor."""
    if not isinstance(user, User):
        return None
    return next(filter(None, (find(match_id, user) for find in _finders)), None)


def lets_watch(match_id: uuid.UUID, user: object) -> bool:
    """Return whether this user belongs to the circle of this table now."""
    found = circle_of(match_id, user)
    return found is not None and found.lets_watch
