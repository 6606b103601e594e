"""Plain SQL that is planned once, and its rows, typed and by name.

A row is a NamedTuple. Its fields name the columns of a statement (`columns`), and their types say
how each is read: JSON as a value of that type, anything else as the driver gives it.
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
    """A cursor whose statements the server plans once a connection, and binds their values itself.

    Django's own cursors write values into the text, which is planned anew each time.
    """
    here = connections[DEFAULT_DB_ALIAS]  # asked once: `connection` asks for each attribute
    here.ensure_connection()
    cursor: Any = psycopg.Cursor(here.connection)
    return here.make_debug_cursor(cursor) if here.queries_logged else here.make_cursor(cursor)


def columns(shape: type[NamedTuple], row: str, **others: str) -> str:
    """The columns of a statement that make a `shape`, named as its fields.

    A field is the column of this `row` that is called like it, or one of the `others`, by its SQL. A
    field that is a shape itself stands among these, with all its columns.

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
    """All rows of this cursor.

    Raises:
        TypeError: its columns are not called as the fields of `shape`, or come in another order.
        msgspec.ValidationError: a column of JSON holds something else than its field.
    """
    if shape not in _compared:  # once a process: a driver takes its time to tell the names
        names, expected = [column[0] for column in cursor.description], list(_names(shape))
        if names != expected:
            raise TypeError(f"expected the columns {expected}, got {names}")
        _compared.add(shape)
    take = _taker(shape)
    return [take(iter(row)) for row in cursor.fetchall()]


def decode(raw: str | None, shape: type[Value], empty: str = "null") -> Value:
    """A column of JSON as values; `empty` is what stands for NULL.

    Raises:
        msgspec.ValidationError: it holds something else.
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
    """Takes as many columns of a row as this kind of value is made of, and makes it."""
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
