"""What answers are made of: values of msgspec, from which the schema is written, too."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Generic, TypeVar

import msgspec

from accounts.models import User

T = TypeVar("T")

LARGEST_ID = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exact; ids never come so far."""
DEPRECATED = msgspec.Meta(extra_json_schema={"deprecated": True})
"""Of a field that stays as it is in this version, and that another one says better."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """Part of an answer."""


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a query or a body may say, and nothing else."""


class Nothing(Question, frozen=True, kw_only=True):
    """Nothing more needs to be said: `{}`."""


class Moment(Answer, frozen=True, kw_only=True):
    """A point in time: ISO 8601 in UTC, and milliseconds since 1970."""

    iso: str
    ms: int


def moment(at: datetime) -> Moment:
    """A point in time as programs read it."""
    ms = round(at.timestamp() * 1000)
    return moment_ms(ms)


def moment_ms(ms: int) -> Moment:
    """The same, of milliseconds since 1970."""
    at = datetime.fromtimestamp(ms / 1000, UTC)
    return Moment(iso=at.isoformat(timespec="milliseconds").replace("+00:00", "Z"), ms=ms)


def moment_or_none(at: datetime | None) -> Moment | None:
    """The same, of what may not have come yet."""
    return None if at is None else moment(at)


class Player(Answer, frozen=True, kw_only=True):
    """Somebody with an account, or a guest; the name can change, the id stays."""

    id: int
    name: str
    guest: bool
    bot: bool
    """Whether a program plays."""


def player(user: User) -> Player:
    """Somebody as everybody may know them."""
    return Player(id=user.pk, name=user.name, guest=user.is_guest, bot=user.is_bot)


class Page(Answer, Generic[T], frozen=True, kw_only=True):
    """Some of a list; `next`: the cursor (`after`) with which it goes on, null at its end."""

    items: list[T]
    next: str | None


class Paged(Question, frozen=True, kw_only=True):
    """What every list may be asked. `after`: a cursor; `limit`: so many items or lines at most."""

    after: str = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50


class Problem(Answer, frozen=True, kw_only=True):
    """Why not: a stable code, and a sentence for a person."""

    code: str
    sentence: str
