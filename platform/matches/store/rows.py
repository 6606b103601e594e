"""Plain SQL that is planned once, and its rows, typed and by name."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import msgspec
import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper

Row = TypeVar("Row", bound=NamedTuple)
Value = TypeVar("Value")


_compared: set[Any] = set()


def prepared() -> CursorWrapper:
    """A cursor whose statements the server plans once a connection, and binds their values itself.

    Django's own cursors write values into the text, which is planned anew each time.
    """
    here = connections[DEFAULT_DB_ALIAS]  # asked once: `connection` asks for each attribute
    here.ensure_connection()
    cursor: Any = psycopg.Cursor(here.connection)
    return here.make_debug_cursor(cursor) if here.queries_logged else here.make_cursor(cursor)


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
