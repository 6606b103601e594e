"""Values of the kernel as the database keeps them, JSON, and back."""

from __future__ import annotations

from typing import Any

import msgspec

from games.kernel.contract import (
    Event,
    Outcome,
    Standing,
)
from matches.engine.view import SeatSummary


def to_json(value: Any) -> Any:
    """A kernel value as what its JSON reads as: dicts and lists, no tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def events_of(raw: Any) -> tuple[Event, ...]:
    """Events of a game as they are stored, as values of the kernel."""
    return msgspec.convert(raw, tuple[Event, ...])


def summary_of(raw: Any) -> SeatSummary:
    """A seat's summary of a round as it is stored, as a value."""
    return msgspec.convert(raw, SeatSummary)


def standing_of(raw: Any) -> Standing:
    """A match's standing as it is stored, as a value of the kernel."""
    return msgspec.convert(raw, Standing)


def outcome_of(raw: Any) -> Outcome:
    """A round's outcome as it is stored, as a value of the kernel."""
    return msgspec.convert(raw, Outcome)
