"""JSON for our own values, both ways, and a strict parser for actions that strangers send.

The parser returns an action or raises `Malformed`; it raises no other exception.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NoReturn, TypeVar, cast

import msgspec

from games.kernel.contract import A, Game, O, S, Value
from games.kernel.refusals import Refused, refusal
from games.kernel.session import TakeBack, Undo

V = TypeVar("V", bound=Value)

LONGEST_ACTION = 4096
"""Longest accepted action, in bytes; the longest that a game sends is a typed word and a card."""
_DEEPEST = 6
_LARGEST = 2**53 - 1
"""The largest whole number that every JSON reader represents exactly."""


class Malformed(Refused):
    """The input is not an action of this game."""

    def __init__(self) -> None:
        super().__init__(refusal("invalid_params"))


def encode(value: Value) -> str:
    """Encode a value as JSON text; equal values give the same text."""
    return msgspec.json.encode(value, order="deterministic").decode()


def decode(stored: str | bytes | dict[str, Any], kind: type[V]) -> V:
    """Decode a value of this kind from the output of `encode`, as text or as parsed JSON."""
    if isinstance(stored, dict):
        return msgspec.convert(stored, kind)
    return cast("V", _decoder(kind).decode(stored))


def decode_state(game: Game[S, A, O], stored: str | bytes | dict[str, Any]) -> S:
    """Decode a state of this game as we stored it."""
    return decode(stored, game.state_type)


def decode_undo(game: Game[S, A, O], stored: str) -> Undo[S]:
    """Decode the stored `Undo` of a round of this game; "" means that nothing can be taken back."""
    if not stored:
        return Undo()
    # mypy cannot read a type from a variable.
    return decode(stored, Undo[game.state_type])  # type: ignore[name-defined]


def decode_action(game: Game[S, A, O], sent: object) -> A | TakeBack:
    """Decode a stranger's action, also a `TakeBack`, from JSON text or parsed JSON.

    Raises `Malformed` for everything that is not exactly an action of this game.
    """
    try:
        plain = _parsed(sent) if isinstance(sent, str | bytes) else sent
        _check_plain(plain, _DEEPEST)
        return cast("A | TakeBack", msgspec.convert(plain, game.action_type | TakeBack))
    except (ValueError, RecursionError):  # the errors of msgspec and json are ValueErrors
        raise Malformed from None


@cache
def _decoder(kind: type[Value]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _parsed(sent: str | bytes) -> object:
    """Parse JSON strictly: each key once, no NaN, no infinity, in UTF-8."""
    if len(sent) > LONGEST_ACTION:
        raise ValueError(f"longer than {LONGEST_ACTION} bytes")
    text = sent.decode("utf-8") if isinstance(sent, bytes) else sent
    return json.loads(text, object_pairs_hook=_each_once, parse_constant=_never)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key occurs twice")
    return found


def _never(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _check_plain(value: object, deeper: int) -> None:
    """Check that any database and JSON reader can hold the value, and that its nesting is small."""
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, int):
        if abs(value) > _LARGEST:
            raise ValueError("a number is above 2**53 - 1")
    elif isinstance(value, str):
        if len(value) > LONGEST_ACTION or "\0" in value:
            raise ValueError("a text is too long or has a null character")
        value.encode("utf-8")  # raises for half a surrogate pair, which is not text
    elif isinstance(value, dict | list):
        if deeper == 0 or len(value) > LONGEST_ACTION:
            raise ValueError("nested too deeply or too many parts")
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_plain(part, deeper - 1)
    else:  # no game uses fractions
        raise ValueError(f"{type(value).__name__} is not a plain JSON value")
