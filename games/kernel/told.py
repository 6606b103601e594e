"""What events hold, by kind: for programs, and for a check that every event is as described."""

from __future__ import annotations

from typing import Any

import msgspec

from games.kernel.contract import Audience, Seat, Value, snake_case


class Told(Value, frozen=True, forbid_unknown_fields=True):
    """The data of one kind of event, which is called like its class: `trick_taken`."""


class RoundOver(Told, frozen=True):
    """Why the round ended, and who won."""

    reason: str
    winners: list[Seat]


class Undone(Told, frozen=True):
    """A seat took its last action back."""

    seat: Seat


EVERYWHERE: tuple[type[Told], ...] = (RoundOver, Undone)
"""What happens in every game."""


def kind_of(told: type[Told]) -> str:
    """The kind of event whose data this is."""
    return snake_case(told.__name__)


def event_of(told: type[Told]) -> type[msgspec.Struct]:
    """The type of a whole event of this kind, for its description."""
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
