"""What everything is made of: seats, times, audiences, and the values that are kept and sent."""

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
"""Those who may know: everyone (None), these seats, or nobody until the round is over (empty)."""

EVERYONE: Audience = None
NOBODY: Audience = ()


def may_know(audience: Audience, viewer: Viewer) -> bool:
    """Whether this viewer belongs to the audience; a spectator knows only what everyone knows."""
    return audience is None or (viewer is not None and viewer in audience)


def N_(text: str) -> str:
    """Mark English text for translation; the platform translates when it shows it."""
    return text


def snake_case(name: str) -> str:
    """`PlayKing` -> `play_king`: how a class is called on the wire."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What is compared, stored and sent: immutable, JSON for free, strict on the way in.

    What cannot change cannot come to hold itself, so the garbage collector need not look at it.
    """


def one_of(choices: type[StrEnum]) -> msgspec.Meta:
    """Say in descriptions that a text is one of these."""
    return msgspec.Meta(extra_json_schema={"enum": [one.value for one in choices]})
