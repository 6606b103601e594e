"""Who is asked about the appointment of a fixture, and whether all have agreed."""

from __future__ import annotations

from leagues.models import Entry, Fixture


def is_agreed(fixture: Fixture, holders: dict[int, Entry]) -> bool:
    """Whether everybody who is to be there has agreed to the appointment; bots always have."""
    return fixture.appointment is not None and all(
        seat.agreed for seat in fixture.seats.all() if is_asked(holders[seat.entry_id])
    )


def is_asked(holder: Entry) -> bool:
    """Whether somebody sits there who has to be asked."""
    return holder.dropped_at is None and not holder.bot
