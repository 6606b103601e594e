"""The organiser's view of a season that is drawn: open needs, the course, and the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from core import clock
from leagues.models import Division, Entry, Fixture, Season
from leagues.present import fixture_view
from leagues.present.fixture_view import FixtureSeatView, FixtureView
from leagues.present.league_page import divisions_of
from leagues.present.rule_sentences import ending_sentences
from leagues.scoring.draw_fixtures import Imbalance
from leagues.season import agreed_settings, appointments, table_places
from leagues.season.entry_names import entry_name
from matches.models import Seat

State = Fixture.State


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A fixture that is not settled.

    `silent`: the people who have not agreed to the proposed time, or never answered if none is
    proposed. `away`: the people for whom a bot plays its match.
    """

    meeting: FixtureView
    silent: tuple[FixtureSeatView, ...]
    away: tuple[FixtureSeatView, ...]
    is_urgent: bool

    @property
    def fixture(self) -> Fixture:
        return self.meeting.fixture


@dataclass(frozen=True, slots=True)
class Player:
    """The present holder of a place, with the matches of that place."""

    entry: Entry
    name: str
    over: int
    still_open: tuple[OpenMatch, ...]

    @property
    def matches(self) -> int:
        return self.over + len(self.still_open)

    @property
    def running(self) -> int:
        return sum(one.fixture.state == State.RUNNING for one in self.still_open)

    @property
    def to_come(self) -> int:
        return len(self.still_open) - self.running

    @property
    def due(self) -> list[OpenMatch]:
        """The matches that run or need a time."""
        return [one for one in self.still_open if one.fixture.state != State.WAITING]

    @property
    def unanswered(self) -> list[OpenMatch]:
        """The matches for which the others wait for this player's answer about the time."""
        return [one for one in self.still_open if self._is_in(one.silent)]

    @property
    def left_to_bots(self) -> list[OpenMatch]:
        """The matches where a bot plays for this player."""
        return [one for one in self.still_open if self._is_in(one.away)]

    def _is_in(self, seats: Sequence[FixtureSeatView]) -> bool:
        return any(one.entry == self.entry for one in seats)


@dataclass(frozen=True, slots=True)
class DrawnDivision:
    """A division, the imbalance of its draw, and the holders of its places."""

    division: Division
    imbalance: Imbalance | None
    players: list[Player]
    over: int
    still_open: list[OpenMatch]


@dataclass(frozen=True, slots=True)
class OrganiserDesk:
    """The divisions of a season, the open needs of its organiser, and its course.

    `vacant`: the places whose holder has dropped out and that can still be filled. `urgent`: the
    matches that are nearly due and have no agreed time or are not over, the next due one first.
    `away`: the other matches where a bot plays for a person. `next_due`: the first due date before
    the season's end. `ending`: the rules about its end, in sentences.
    """

    divisions: list[DrawnDivision]
    vacant: list[Player]
    urgent: list[OpenMatch]
    away: list[OpenMatch]
    over: int
    untimed: int
    matches: int
    next_due: datetime | None
    ending: list[str]

    @property
    def needs(self) -> int:
        """The number of things that need the organiser."""
        return len(self.vacant) + len(self.urgent) + len(self.away)

    def may_drop(self, entry_id: int) -> bool:
        """Return whether this entry has a place and has not dropped out."""
        players = (one for drawn in self.divisions for one in drawn.players)
        return any(one.entry.pk == entry_id and not one.entry.dropped_at for one in players)


def organiser_desk(season: Season, *, can_fill: bool) -> OrganiserDesk:
    """Return the organiser's view of a season.

    `can_fill`: players wait for a place, or may still join the waiting list.
    """
    now = clock.now()
    drawn = [_drawn(division, now) for division in divisions_of(season)]
    found = [one for division in drawn for one in division.still_open]
    found.sort(key=lambda one: (one.fixture.due_at or season.ends_at, one.fixture.pk))
    players = [one for division in drawn for one in division.players]
    over = sum(division.over for division in drawn)
    due = (one.fixture.due_at for one in found)
    return OrganiserDesk(
        divisions=drawn,
        vacant=[one for one in players if one.entry.dropped_at and one.to_come and can_fill],
        urgent=[one for one in found if one.is_urgent],
        away=[one for one in found if one.away and not one.is_urgent],
        over=over,
        untimed=sum(
            one.fixture.state == State.ARRANGING and not one.meeting.is_agreed for one in found
        ),
        matches=over + len(found),
        next_due=next((at for at in due if at is not None and at < season.ends_at), None),
        ending=ending_sentences(season.league, agreed_settings.of_season(season)),
    )


def _drawn(division: Division, now: datetime) -> DrawnDivision:
    holders = table_places.place_holders(division)
    seats = Prefetch("match__seats", Seat.objects.order_by("number"))
    fixtures = fixture_view.fixtures_of(division).prefetch_related(seats)
    found = [_open_match(one, holders, now) for one in fixtures if one.state != State.SETTLED]
    settled = [one for one in fixtures if one.state == State.SETTLED]
    return DrawnDivision(
        division,
        Imbalance(**division.imbalance) if division.imbalance else None,
        [_player(place, holder, settled, found) for place, holder in holders.items()],
        len(settled),
        found,
    )


def _player(
    place: int, holder: Entry, settled: Sequence[Fixture], still_open: Sequence[OpenMatch]
) -> Player:
    def has(fixture: Fixture) -> bool:
        return any(seat.entry_id == place for seat in fixture.seats.all())

    return Player(
        holder,
        entry_name(holder),
        sum(has(one) for one in settled),
        tuple(one for one in still_open if has(one.fixture)),
    )


def _open_match(fixture: Fixture, holders: Mapping[int, Entry], now: datetime) -> OpenMatch:
    meeting = fixture_view.fixture_view_with(fixture, holders, None)
    return OpenMatch(
        meeting, silent=_silent(meeting), away=_away(meeting), is_urgent=_is_urgent(meeting, now)
    )


def _is_urgent(meeting: FixtureView, now: datetime) -> bool:
    """Return whether a match is nearly due, and has no agreed time or is not over."""
    due_at = meeting.fixture.due_at
    if due_at is None or (meeting.fixture.state == State.ARRANGING and meeting.is_agreed):
        return False
    return now >= appointments.urgent_from(meeting.fixture, due_at)


def _silent(meeting: FixtureView) -> tuple[FixtureSeatView, ...]:
    if meeting.fixture.state != State.ARRANGING:
        return ()
    proposed = meeting.fixture.appointment is not None
    asked = (one for one in meeting.seats if appointments.is_asked(one.entry))
    return tuple(one for one in asked if not (one.seat.agreed if proposed else one.seat.answered))


def _away(meeting: FixtureView) -> tuple[FixtureSeatView, ...]:
    """Return the people for whom a bot plays. Players who have dropped out are not away."""
    match = meeting.fixture.match
    if meeting.fixture.state != State.RUNNING or match is None:
        return ()
    left = {seat.user_id for seat in match.seats.all() if seat.stand_in}
    return tuple(
        one for one in meeting.seats if one.entry.user_id in left and not one.entry.dropped_at
    )
