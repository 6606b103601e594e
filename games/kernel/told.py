"""The data of events by kind: for programs, and for a check of every event against them."""

from __future__ import annotations

from typing import Any

import msgspec

from games.kernel.contract import Audience, Seat, Value, snake_case


class Told(Value, frozen=True, forbid_unknown_fields=True):
    """The data of one kind of event; the kind is the class name in snake case: `trick_taken`."""


class RoundOver(Told, frozen=True):
    """The reason why the round ended, and its winners."""

    reason: str
    winners: list[Seat]


class Undone(Told, frozen=True):
    """A seat took its last action back."""

    seat: Seat


EVERYWHERE: tuple[type[Told], ...] = (RoundOver, Undone)
"""The kinds of events that every game has."""


def kind_of(told: type[Told]) -> str:
    """Return the kind of event with this data."""
    return snake_case(told.__name__)


def event_of(told: type[Told]) -> type[msgspec.Struct]:
    """Build the type of a whole event of this kind, for its description."""
    fields: list[tuple[str, Any]] = [
        ("data", told),
        ("audience", Audience),
        ("moment", bool),
        ("log", dict[str, Any] | None),
    ]
    return msgspec.defstruct(
        f"{told.__name__}Event",
        fields,
        namespace={"__doc__": told.__doc__},
        tag_field="kind",
        tag=kind_of(told),
    )
