"""The players of a fixture's appointment, whether all have agreed, and when it is urgent."""

from __future__ import annotations

from datetime import datetime, timedelta

from leagues.models import Entry, Fixture

EARLY = timedelta(days=2)
"""Time before its due date from which a fixture is urgent; not in the first half of its time."""


def is_agreed(fixture: Fixture, holders: dict[int, Entry]) -> bool:
    """Return whether all players who must be there have agreed; bots always have."""
    return fixture.appointment is not None and all(
        seat.agreed for seat in fixture.seats.all() if is_asked(holders[seat.entry_id])
    )


def is_asked(holder: Entry) -> bool:
    """Return whether a player must be asked for this seat."""
    return holder.dropped_at is None and not holder.bot


def urgent_from(fixture: Fixture, due_at: datetime) -> datetime:
    """Return when a fixture that is not settled becomes urgent."""
    opened = fixture.opened_at or fixture.division.season.begins_at
    return due_at - min(EARLY, (due_at - opened) / 2)
