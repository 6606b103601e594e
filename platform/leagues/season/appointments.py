"""The players of a fixture's appointment, and whether all have agreed."""

from __future__ import annotations

from leagues.models import Entry, Fixture


def is_agreed(fixture: Fixture, holders: dict[int, Entry]) -> bool:
    """Return whether all players who must be there have agreed; bots always have."""
    return fixture.appointment is not None and all(
        seat.agreed for seat in fixture.seats.all() if is_asked(holders[seat.entry_id])
    )


def is_asked(holder: Entry) -> bool:
    """Return whether a player must be asked for this seat."""
    return holder.dropped_at is None and not holder.bot
