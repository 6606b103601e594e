"""A strict reader for the JSON of programs: it accepts only the described fields."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from core.numbers import read_finite

EXACT = 2.0**53
"""The limit up to which JSON numbers are exact integers in every language."""


def read_json(text: str | bytes, kind: Any) -> Any:
    """Parse a text as this type. An integer may be written `9.0`, as in JSON Schema.

    Raises:
        msgspec.MsgspecError, UnicodeError, RecursionError: it is not as described, or has a field
        twice.
    """
    found = _decode(text)
    # msgspec would keep the last of two fields of one name, and ignore the first.
    json.loads(text, object_pairs_hook=_each_once, parse_int=str, parse_float=str)
    return msgspec.convert(found, kind)


def _each_once(fields: list[tuple[str, object]]) -> None:
    names = Counter(name for name, _value in fields)
    for name, times in names.items():
        if times > 1:
            raise msgspec.ValidationError(f"Object has the field `{name}` {times} times")


def read_query(said: dict[str, str], kind: type[msgspec.Struct]) -> Any:
    """Parse a query as this type; all its values are text.

    Raises:
        msgspec.ValidationError: it is not as described.
    """
    whole = whole_fields(kind)
    plain = {name: _plain(text) if name in whole else text for name, text in said.items()}
    return msgspec.convert(plain, kind, strict=False)


@cache
def whole_fields(kind: type[msgspec.Struct]) -> frozenset[str]:
    """Return the integer fields of a type."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return frozenset(field.encode_name for field in found.fields if _is_whole(field.type))


def _is_whole(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.UnionType):
        return any(map(_is_whole, kind.types))
    return isinstance(kind, inspect.IntType)


def _plain(text: str) -> str:
    number, dot, zeros = text.partition(".")
    return number if dot and zeros.strip("0") == "" and zeros else text


def _number(text: str) -> int | float:
    try:
        number = read_finite(text)
    except ValueError:
        raise msgspec.ValidationError("Number out of range") from None
    return int(number) if abs(number) <= EXACT and number.is_integer() else number


_decode = msgspec.json.Decoder(float_hook=_number).decode
