"""Base types of requests and answers: msgspec structs, from which the schema is generated, too."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Generic, TypeVar

import msgspec

from accounts.models import User

T = TypeVar("T")

LARGEST_ID = 2**53 - 1
"""The largest integer that every JSON parser reads exactly; ids stay far below."""
DEPRECATED = msgspec.Meta(extra_json_schema={"deprecated": True})
"""Marks a field that stays in this version of the API, and that another field replaces."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """The base of all types in an answer."""


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of all queries and bodies; unknown fields are refused."""


class Nothing(Question, frozen=True, kw_only=True):
    """An empty object, `{}`."""


class Moment(Answer, frozen=True, kw_only=True):
    """A point in time: ISO 8601 in UTC, and milliseconds since 1970."""

    iso: str
    ms: int


def moment(at: datetime) -> Moment:
    """Return a point in time as the API shows it."""
    ms = round(at.timestamp() * 1000)
    return moment_ms(ms)


def moment_ms(ms: int) -> Moment:
    """Return a time in milliseconds since 1970 as the API shows it."""
    at = datetime.fromtimestamp(ms / 1000, UTC)
    return Moment(iso=at.isoformat(timespec="milliseconds").replace("+00:00", "Z"), ms=ms)


def moment_or_none(at: datetime | None) -> Moment | None:
    """Return a point in time as the API shows it, or None."""
    return None if at is None else moment(at)


class Player(Answer, frozen=True, kw_only=True):
    """A user: an account or a guest. The name can change, the id stays."""

    id: int
    name: str
    guest: bool
    bot: bool
    """True if a program plays for this account."""


def player(user: User) -> Player:
    """Return the public data of a user."""
    return Player(id=user.pk, name=user.name, guest=user.is_guest, bot=user.is_bot)


class Page(Answer, Generic[T], frozen=True, kw_only=True):
    """A page of a list. `next`: the cursor (`after`) of the next page, null on the last one."""

    items: list[T]
    next: str | None


class Paged(Question, frozen=True, kw_only=True):
    """The query of every list. `after`: a cursor; `limit`: the maximum number of items or lines."""

    after: str = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50


class Problem(Answer, frozen=True, kw_only=True):
    """A refusal: a stable code, and a sentence for people."""

    code: str
    sentence: str
