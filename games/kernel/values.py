"""Basic types: seats, times, audiences, and the values that are stored and sent."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TypeAlias

import msgspec

Seat: TypeAlias = int
Viewer: TypeAlias = Seat | None
"""A viewer: a seat from 0 clockwise, or None for a spectator."""
Millis: TypeAlias = int
OptionValue: TypeAlias = str | int | bool
Audience: TypeAlias = tuple[Seat, ...] | None
"""Viewers that may know: every viewer (None), these seats, or none until the round is over (empty).
"""

EVERYONE: Audience = None
NOBODY: Audience = ()


def may_know(audience: Audience, viewer: Viewer) -> bool:
    """Return whether this viewer belongs to the audience; a spectator sees only what is public."""
    return audience is None or (viewer is not None and viewer in audience)


def N_(text: str) -> str:
    """Mark English text for translation; the platform translates it for display."""
    return text


def snake_case(name: str) -> str:
    """Return the name of a class in JSON: `PlayKing` becomes `play_king`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A value that is compared, stored and sent: immutable, with JSON and strict parsing built in.

    An immutable value cannot contain itself, so the garbage collector need not track it.
    """


def one_of(choices: type[StrEnum]) -> msgspec.Meta:
    """Describe a text in the JSON schema as one of these choices."""
    return msgspec.Meta(extra_json_schema={"enum": [one.value for one in choices]})
