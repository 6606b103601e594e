"""A fixture as pages and programs show it: its game, and its seats with their names."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.safestring import SafeString

from core.person_links import person_link
from games.kernel.contract import Meta
from leagues.models import Division, Entry, Fixture, FixtureSeat
from leagues.season import appointments, table_places
from leagues.season.entry_names import entry_name
from matches.engine import catalogue


@dataclass(frozen=True, slots=True)
class FixtureSeatView:
    """A seat of a fixture, with the name of the present holder of that place."""

    seat: FixtureSeat
    entry: Entry
    name: str

    @property
    def link(self) -> SafeString | str:
        """The name as a link, if a person with an account has the place."""
        user = self.entry.user
        return person_link(user.name) if user is not None and user.is_active else self.name


@dataclass(frozen=True, slots=True)
class FixtureView:
    """A fixture as a page shows it; the seats of a finished one are in the order of places."""

    fixture: Fixture
    meta: Meta
    seats: tuple[FixtureSeatView, ...]
    yours: FixtureSeatView | None
    """The viewer's seat, or None."""
    is_waiting: bool
    """Whether its match waits for the viewer."""

    @property
    def is_yours(self) -> bool:
        """Whether the viewer plays this fixture."""
        return self.yours is not None

    @property
    def opens_table(self) -> bool:
        """Whether the viewer may open its match: of a private one, only the players know."""
        match = self.fixture.match
        return match is not None and (match.public or self.is_yours)

    @property
    def others(self) -> tuple[FixtureSeatView, ...]:
        """The seats of the others."""
        return tuple(one for one in self.seats if one is not self.yours)

    @property
    def needs_you(self) -> bool:
        """Whether the viewer has something to do: act in its match, or agree to a time."""
        if self.yours is None or self.fixture.state != Fixture.State.ARRANGING:
            return self.is_waiting
        return self.fixture.appointment is None or not self.yours.seat.agreed

    @property
    def is_agreed(self) -> bool:
        """Whether all players who must be there have agreed to the proposed appointment."""
        return self.fixture.appointment is not None and all(
            one.seat.agreed for one in self.seats if appointments.is_asked(one.entry)
        )


def fixtures_of(division: Division) -> QuerySet[Fixture]:
    """Return a division's fixtures in the order of play, as a page shows them."""
    return division.fixtures.select_related("game__rules", "match").prefetch_related("seats")


def fixture_view(fixture: Fixture, user_id: int | None) -> FixtureView:
    """Return a fixture as a page shows it to this viewer."""
    return fixture_view_with(fixture, table_places.place_holders(fixture.division), user_id)


def fixture_view_with(
    fixture: Fixture,
    holders: Mapping[int, Entry],
    user_id: int | None,
    waiting: Collection[uuid.UUID] = (),
) -> FixtureView:
    """Return a fixture as a page shows it to this viewer, with known holders of the places.

    `waiting`: the matches that wait for the viewer.
    """
    seats = [
        FixtureSeatView(seat, holders[seat.entry_id], entry_name(holders[seat.entry_id]))
        for seat in fixture.seats.all()
    ]
    if fixture.state == Fixture.State.SETTLED:
        seats.sort(key=lambda one: (one.seat.place or 0, one.seat.seat))
    own = (one for one in seats if user_id is not None and one.entry.user_id == user_id)
    return FixtureView(
        fixture=fixture,
        meta=catalogue.game_of(fixture.game.rules.game).meta,
        seats=tuple(seats),
        yours=next(own, None),
        is_waiting=fixture.match_id in waiting,
    )
