"""The appointment of a fixture in iCalendar format for its players (RFC 5545).

The calendar entry of a fixture always has the same id. A later download with a higher `SEQUENCE`
moves or cancels it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from core import clock
from leagues.models import Fixture
from leagues.present.fixture_view import FixtureView

if TYPE_CHECKING:
    from icalendar import Event

LASTS = timedelta(hours=1)
"""Time that a match takes in a player's calendar."""


def has_fallen(one: FixtureView) -> bool:
    """Return whether an agreed appointment was cancelled and none replaces it."""
    return one.fixture.cancelled_appointment is not None and not one.is_agreed


def fixture_calendar(one: FixtureView, host: str, url: str) -> bytes | None:
    """Return a calendar with the appointment or its cancellation; None if there never was one.

    `host`: the host name of this server. `url`: the fixture's page.
    """
    fixture = one.fixture
    stands = one.is_agreed and not _was_decided_without(fixture)
    at = fixture.appointment if one.is_agreed else fixture.cancelled_appointment
    if at is None:
        return None
    from icalendar import Calendar  # here, because few need it: 2 MB

    calendar = Calendar()
    calendar.add("prodid", "-//Nightcap//Leagues//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH" if stands else "CANCEL")
    calendar.add_component(_event(one, at, host, url, stands=stands))
    return bytes(calendar.to_ical())


def _event(one: FixtureView, at: datetime, host: str, url: str, *, stands: bool) -> Event:
    from icalendar import Event

    fixture = one.fixture
    event = Event()
    event.add("uid", f"fixture-{fixture.pk}@{host}")
    # A decision of the league also ends an appointment.
    event.add("sequence", fixture.appointment_changes + fixture.changes)
    event.add("status", "CONFIRMED" if stands else "CANCELLED")
    event.add("dtstamp", clock.now())
    event.add("dtstart", at.astimezone(UTC))
    event.add("duration", LASTS)
    event.add("summary", f"{fixture.division.season.league.name}: {_(one.meta.title)}")
    event.add("description", ", ".join(sitting.name for sitting in one.seats))
    event.add("url", url)
    return event


def _was_decided_without(fixture: Fixture) -> bool:
    return fixture.state == Fixture.State.SETTLED and fixture.match_id is None
