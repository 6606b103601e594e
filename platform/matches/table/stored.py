"""Values of the kernel as the database keeps them, JSON, and back."""

from __future__ import annotations

from typing import Any

import msgspec

from games.kernel.contract import (
    Event,
    Outcome,
    Standing,
)
from matches.table.view import SeatSummary


def to_json(value: Any) -> Any:
    """A kernel value as what its JSON reads as: dicts and lists, no tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def events_of(raw: Any) -> tuple[Event, ...]:
    """Stored events as the kernel's."""
    return msgspec.convert(raw, tuple[Event, ...])


def summary_of(raw: Any) -> SeatSummary:
    """A stored summary of a seat as ours."""
    return msgspec.convert(raw, SeatSummary)


def standing_of(raw: Any) -> Standing:
    """A stored standing as the kernel's."""
    return msgspec.convert(raw, Standing)


def outcome_of(raw: Any) -> Outcome:
    """A stored outcome as the kernel's."""
    return msgspec.convert(raw, Outcome)
