"""Plain SQL that the server plans once, and its rows as typed values with names.

A row is a NamedTuple. Its fields name the columns of a statement (`columns`). The type of a field
determines how it is read: JSON as a value of that type, other columns as the driver returns them.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper

Row = TypeVar("Row", bound=NamedTuple)
Value = TypeVar("Value")

_PLAIN = {int, str, bool, bytes, uuid.UUID, datetime, NoneType}

_compared: set[Any] = set()


def prepared() -> CursorWrapper:
    """Return a cursor whose statements the server plans once a connection, with values bound by the
    server.

    Django's own cursors write the values into the text, so the server plans it each time.
    """
    here = connections[DEFAULT_DB_ALIAS]  # looked up once: `connection` does it for each attribute
    here.ensure_connection()
    cursor: Any = psycopg.Cursor(here.connection)
    return here.make_debug_cursor(cursor) if here.queries_logged else here.make_cursor(cursor)


def columns(shape: type[NamedTuple], row: str, **others: str) -> str:
    """Return the columns of a statement that make a `shape`, named as its fields.

    A field is the column of `row` with the same name, or one of the `others`, by its SQL. A field
    that is itself a shape is one of the `others` too, with all its columns.

    Raises:
        TypeError: one of the `others` is no field.
    """
    kinds = get_type_hints(shape)
    if unknown := others.keys() - kinds.keys():
        raise TypeError(f"{shape.__name__} has no {', '.join(sorted(unknown))}")
    return ",\n  ".join(
        others[name] if _is_shape(kind) else f"{others.get(name, f'{row}.{name}')} AS {name}"
        for name, kind in kinds.items()
    )


def fetch(cursor: CursorWrapper, shape: type[Row]) -> list[Row]:
    """Return all rows of this cursor.

    Raises:
        TypeError: its columns differ from the fields of `shape` in name or order.
        msgspec.ValidationError: a JSON column has another value than its field allows.
    """
    if shape not in _compared:  # once a process: the driver is slow to return the names
        names, expected = [column[0] for column in cursor.description], list(_names(shape))
        if names != expected:
            raise TypeError(f"expected the columns {expected}, got {names}")
        _compared.add(shape)
    take = _taker(shape)
    return [take(iter(row)) for row in cursor.fetchall()]


def decode(raw: str | None, shape: type[Value], empty: str = "null") -> Value:
    """Convert a JSON column to values; `empty` replaces NULL.

    Raises:
        msgspec.ValidationError: it has another value than `shape` allows.
    """
    # Django's cursor leaves jsonb as text.
    return msgspec.json.decode(empty if raw is None else raw, type=shape)


def _is_shape(kind: Any) -> bool:
    return hasattr(kind, "_fields")


def _names(shape: Any) -> Iterator[str]:
    for name, kind in get_type_hints(shape).items():
        if _is_shape(kind):
            yield from _names(kind)
        else:
            yield name


@cache
def _taker(kind: Any) -> Callable[[Iterator[Any]], Any]:
    """Return a function that takes the columns of one value of this kind from a row and makes it."""
    if _is_shape(kind):
        takers = [_taker(each) for each in get_type_hints(kind).values()]
        return lambda values: kind._make([take(values) for take in takers])
    members = get_args(kind) if get_origin(kind) is UnionType else (kind,)
    if _PLAIN.issuperset(members):
        return next
    read = msgspec.json.Decoder(kind).decode

    def take(values: Iterator[Any]) -> Any:
        raw = next(values)
        return read("null" if raw is None else raw)

    return take
