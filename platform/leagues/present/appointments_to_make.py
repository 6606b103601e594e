"""Appointments that a user must still make: live fixtures without an agreed one."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from leagues.models import Entry, Fixture, League
from leagues.present import fixture_view
from leagues.present.fixture_view import FixtureView
from leagues.season import table_places

HAS_SOME_SQL = f"""EXISTS (
  SELECT 1 FROM leagues_entry e JOIN leagues_fixture f ON f.division_id = e.division_id
  WHERE e.user_id = %(user)s AND e.dropped_at IS NULL AND f.state = '{Fixture.State.ARRANGING}')"""
"""Condition that this user may have appointments to make; without it there are none."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A fixture to be arranged, and the names of its other players. `waits`: this user has not
    agreed to a time, or none is proposed.
    """

    fixture: Fixture
    meeting: FixtureView
    league: League
    others: tuple[str, ...]
    waits: bool

    @property
    def url(self) -> str:
        """The address of its page."""
        return reverse("leagues:fixture", args=[self.league.slug, self.fixture.pk])


def appointments_to_make(user_id: int) -> list[Appointment]:
    """Return the appointments that this user must still make, the next due one first.

    It takes one query if there are none.
    """
    fixtures = (
        Fixture.objects.filter(
            state=Fixture.State.ARRANGING,
            division__entries__in=Entry.objects.filter(user=user_id, dropped_at=None),
        )
        .select_related("division__season__league", "game__rules")
        .prefetch_related("seats")
        .order_by("due_at", "pk")
    )
    holders: dict[int, dict[int, Entry]] = {}
    found = []
    for fixture in fixtures:
        if fixture.division_id not in holders:
            holders[fixture.division_id] = table_places.place_holders(fixture.division)
        meeting = fixture_view.fixture_view_with(fixture, holders[fixture.division_id], user_id)
        own = [one for one in meeting.seats if one.entry.user_id == user_id]
        if own and own[0].entry.dropped_at is None:
            others = tuple(one.name for one in meeting.seats if one not in own)
            league = fixture.division.season.league
            waits = not own[0].seat.agreed
            found.append(Appointment(fixture, meeting, league, others, waits))
    return found
