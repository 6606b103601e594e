"""Rows of plain SQL, typed and by name: a column added in the middle changes the meaning of no other."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import msgspec
from django.db.backends.utils import CursorWrapper

Row = TypeVar("Row", bound=NamedTuple)
Value = TypeVar("Value")


_compared: set[Any] = set()


def fetch(cursor: CursorWrapper, shape: type[Row]) -> list[Row]:
    """All rows of this cursor.

    Raises:
        TypeError: its columns are not called as the fields of `shape`, or come in another order.
    """
    if shape not in _compared:  # once a process: a driver takes its time to tell the names
        names = tuple(column[0] for column in cursor.description)
        if names != shape._fields:
            raise TypeError(f"expected the columns {shape._fields}, got {names}")
        _compared.add(shape)
    return [shape._make(row) for row in cursor.fetchall()]


def decode(raw: str | None, shape: type[Value], empty: str = "null") -> Value:
    """A column of JSON as values; `empty` is what stands for NULL.

    Raises:
        msgspec.ValidationError: it holds something else.
    """
    # Django's cursor leaves jsonb as text.
    return msgspec.json.decode(empty if raw is None else raw, type=shape)
