"""Rows of plain SQL, typed and by name: a column added in the middle changes the meaning of no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from django.db.backends.utils import CursorWrapper

Row = TypeVar("Row")
Value = TypeVar("Value")


def fetch(cursor: CursorWrapper, shape: Callable[..., Row]) -> list[Row]:
    """All rows of this cursor, each as a `shape` with a field for each column, by the same name."""
    names = [column[0] for column in cursor.description]
    return [shape(**dict(zip(names, row, strict=True))) for row in cursor.fetchall()]


def decode(raw: str | None, shape: type[Value], empty: str = "null") -> Value:
    """A column of JSON as values; `empty` is what stands for NULL.

    Raises:
        msgspec.ValidationError: it holds something else.
    """
    # Django's cursor leaves jsonb as text.
    return msgspec.json.decode(empty if raw is None else raw, type=shape)
