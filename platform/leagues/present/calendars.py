"""The appointment of a fixture for the calendars of those who play it (RFC 5545).

The entry of a fixture is one and the same for ever: what is downloaded later, with a higher
`SEQUENCE`, moves it in the calendar, or cancels it there.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from core import clock
from leagues.models import Fixture
from leagues.present.fixture_view import FixtureView

LASTS = timedelta(hours=1)
"""How long a match blocks a player's calendar."""


def has_fallen(one: FixtureView) -> bool:
    """Whether there was an appointment on which all had agreed, and there is none now."""
    return one.fixture.cancelled_appointment is not None and not one.is_agreed


def fixture_calendar(one: FixtureView, host: str, url: str) -> bytes | None:
    """A calendar with the appointment, or with the word that it fell; None: there never was one.

    `host`: of this server. `url`: of the fixture's page.
    """
    fixture = one.fixture
    stands = one.is_agreed and not _was_decided_without(fixture)
    at = fixture.appointment if one.is_agreed else fixture.cancelled_appointment
    if at is None:
        return None
    calendar = Calendar()
    calendar.add("prodid", "-//Nightcap//Leagues//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH" if stands else "CANCEL")
    calendar.add_component(_event(one, at, host, url, stands=stands))
    return bytes(calendar.to_ical())


def _event(one: FixtureView, at: datetime, host: str, url: str, *, stands: bool) -> Event:
    fixture = one.fixture
    event = Event()
    event.add("uid", f"fixture-{fixture.pk}@{host}")
    # A decision of the league ends an appointment, too.
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
