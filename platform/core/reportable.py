"""Texts that users wrote to each other and can report; the app that owns the texts registers how to
find them.

The app of reports and the apps of texts do not import each other. Talk at tables is separate: it
is below both (`matches.present.talk`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A text that a user wrote, with their name at the time of the query."""

    name: str
    words: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Written:
    """A text that a user wrote, for a user who may read it.

    `source`: its row in the database (`app.model:id`). `lines`: the lines up to it, the newest
    last, which is the reported one. `where`: the name of the place; `game`: the game that is played
    there, in English; `people`: the names of the players. `readers`: the users who took part and so
    must not judge it. `path`: the page that shows it. `picture`: a reported picture itself, as WebP.
    """

    source: str
    author_id: int
    lines: tuple[WrittenLine, ...]
    where: str
    game: str
    people: tuple[str, ...]
    readers: frozenset[int]
    path: str
    picture: bytes = b""


Finder: TypeAlias = Callable[[int, str], Written | None]
"""A function from a user's id and a name of a text to that text; None if the user may not read it.
"""

_finders: dict[str, Finder] = {}


def register_finder(kind: str, find: Finder) -> None:
    """Make texts of this kind reportable."""
    _finders[kind] = find


def find_written(kind: str, reader_id: int, name: str) -> Written | None:
    """Return the text by this name, if this user may read it."""
    find = _finders.get(kind)
    return None if find is None else find(reader_id, name)
