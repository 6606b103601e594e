"""What people wrote to each other and can report: the app whose words they are says how to find them.

Who keeps reports and who keeps words know nothing of each other. What is said at tables is another
thing: it is known below both (`matches.present.talk`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """Something that somebody wrote, and what they were called when it was looked up."""

    name: str
    words: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Written:
    """Something that somebody wrote, for somebody who may read it.

    `source`: what it is in the database (`app.model:id`). `lines`: what stood there until then, the
    newest last, which is meant. `where`: what that place is called; `game`: which is played there, in
    English; `people`: the names of those who play. `readers`: the users who are part of it and so judge
    nothing of it. `path`: the page on which it stands.
    """

    source: str
    author_id: int
    lines: tuple[WrittenLine, ...]
    where: str
    game: str
    people: tuple[str, ...]
    readers: frozenset[int]
    path: str


Finder: TypeAlias = Callable[[int, str], Written | None]
"""What somebody (a user's id) calls by this name; None where they read no such thing."""

_finders: dict[str, Finder] = {}


def register_finder(kind: str, find: Finder) -> None:
    """From now on words of this kind can be reported."""
    _finders[kind] = find


def find_written(kind: str, reader_id: int, name: str) -> Written | None:
    """What this user calls by this name, as far as they may read it."""
    find = _finders.get(kind)
    return None if find is None else find(reader_id, name)
