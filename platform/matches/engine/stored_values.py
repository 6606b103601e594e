"""Values of the kernel as JSON in the database, and back."""

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
    """Return a kernel value as JSON builtins: dicts and lists, no tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def events_of(raw: Any) -> tuple[Event, ...]:
    """Convert a game's stored events to kernel values."""
    return msgspec.convert(raw, tuple[Event, ...])


def summary_of(raw: Any) -> SeatSummary:
    """Convert a seat's stored summary of a round to a value."""
    return msgspec.convert(raw, SeatSummary)


def standing_of(raw: Any) -> Standing:
    """Convert a match's stored standing to a kernel value."""
    return msgspec.convert(raw, Standing)


def outcome_of(raw: Any) -> Outcome:
    """Convert a round's stored outcome to a kernel value."""
    return msgspec.convert(raw, Outcome)
