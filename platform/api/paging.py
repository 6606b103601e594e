"""Pagination by cursor: the sort values of the last line, so that no line is skipped or repeated."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from django.db.models import Model, Q, QuerySet

from api.answers import Page, Paged
from core.refusals import refused

M = TypeVar("M", bound=Model)
T = TypeVar("T")


def page_of(
    found: QuerySet[M],
    query: Paged,
    by: dict[str, Any],
    line: Callable[[M], T],
    *,
    newest_first: bool = False,
) -> Page[T]:
    """Return a page of a query. `by`: the columns by which it is sorted, with their types.

    Together the columns must be unique for a row.

    Raises:
        Refused: `wrong_cursor`.
    """
    if query.after:
        found = found.filter(
            _filter_beyond(_read_cursor(query.after, by), newest_first=newest_first)
        )
    sign = "-" if newest_first else ""
    rows = list(found.order_by(*(f"{sign}{name}" for name in by))[: query.limit + 1])
    shown = rows[: query.limit]
    more = len(rows) > query.limit
    return Page(
        items=[line(row) for row in shown],
        next=_cursor([getattr(shown[-1], name) for name in by]) if more else None,
    )


def _filter_beyond(last: dict[str, Any], *, newest_first: bool) -> Q:
    """Return the condition for rows that are sorted behind a line."""
    compare = "lt" if newest_first else "gt"
    beyond, equal = Q(), Q()
    for name, value in last.items():
        beyond |= equal & Q(**{f"{name}__{compare}": value})
        equal &= Q(**{name: value})
    return beyond


def _cursor(values: list[Any]) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(values)).decode().rstrip("=")


def _read_cursor(cursor: str, by: dict[str, Any]) -> dict[str, Any]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        raw = base64.b64decode(padded, altchars=b"-_", validate=True)
        values: Any = msgspec.json.decode(raw, type=tuple[tuple(by.values())])  # type: ignore[misc]  # a type that is made
    except (binascii.Error, UnicodeError, msgspec.MsgspecError):
        raise refused("wrong_cursor") from None
    return dict(zip(by, values, strict=True))
