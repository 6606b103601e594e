"""Endpoints for leagues: seasons, divisions, tables and fixtures."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from django.db.models import Prefetch

from api.answers import DEPRECATED, Answer, Moment, Page, Paged, moment, moment_or_none
from api.endpoints import Call, endpoint
from api.paging import page_of
from core.refusals import refused
from leagues.models import Division, League, Season, TableChange
from leagues.present import division_page
from leagues.present.division_export import FixtureOf, TableRowOf, fixture_of, meetings_of, table_of
from leagues.present.fixture_view import FixtureView
from leagues.season import access

TAG = "Leagues"


class SeasonLine(Answer, frozen=True, kw_only=True):
    """A season: planned, open for sign-up, drawn, running, finished or called off."""

    number: int
    state: str
    opens: Moment
    begins: Moment
    ends: Moment
    finished: Moment | None


class LeagueAnswer(Answer, frozen=True, kw_only=True):
    """A league. `league` is its name in addresses."""

    league: str
    name: str
    description: str
    live: bool
    invite_only: bool
    seats: int
    games: list[str]
    organisers: list[str]
    created: Moment
    closed: Moment | None
    seasons: list[SeasonLine]


class SeasonAnswer(Answer, frozen=True, kw_only=True):
    """A season with its divisions by tier (1 is the strongest), and its settings."""

    league: str
    season: SeasonLine
    divisions: list[int]
    settings: dict[str, Any]


class RowAfter(Answer, frozen=True, kw_only=True):
    """A row of a table after a change. `points`: an integer, or a fraction like "7/2"."""

    entry: int
    place: int
    points: str


class Change(Answer, frozen=True, kw_only=True):
    """A change of the table, and the table after it, the first place first.

    `table`: entry, place and points of each row, in this order; `rows` has the same values by name.
    """

    number: int
    at: Moment
    kind: str
    fixture: int | None
    reason: str
    table: list[list[int | str]]
    rows: list[RowAfter]


class FixtureAnswer(FixtureOf, frozen=True, kw_only=True):
    """A fixture, by its number in the division, from 1.

    `changes`: the number of decisions about it; send it as `seen`, so that two organisers do not
    decide at once. `due_at` and `settled_at` are the same times as `due` and `settled`, which are
    deprecated.
    """

    due: Annotated[str | None, DEPRECATED]
    settled: Annotated[str | None, DEPRECATED]
    due_at: Moment | None
    settled_at: Moment | None


class DivisionAnswer(Answer, frozen=True, kw_only=True):
    """A division: its table, its fixtures, and the history of the table."""

    league: str
    season: int
    division: int
    state: str
    matches_each: int
    imbalance: dict[str, Any] | None
    table: list[TableRowOf]
    fixtures: list[FixtureAnswer]
    history: list[Change]


@endpoint("GET", "leagues", tag=TAG)
def list_leagues(call: Call, query: Paged) -> Page[LeagueAnswer]:
    """List the public leagues; with a token also those of which its owner is a member."""
    found = access.visible_to(call.user).prefetch_related(
        "organisers", "games__rules", Prefetch("seasons", Season.objects.order_by("number"))
    )
    return page_of(found, query, {"id": int}, league_answer)


@endpoint("GET", "leagues/{league}", tag=TAG)
def show_league(call: Call, league: str) -> LeagueAnswer:
    """Show one league and its seasons."""
    return league_answer(league_for(call, league))


@endpoint("GET", "leagues/{league}/seasons/{number}", tag=TAG)
def show_season(call: Call, league: str, number: int) -> SeasonAnswer:
    """Show one season of a league."""
    return season_answer(season_for(call, league, number))


@endpoint("GET", "leagues/{league}/seasons/{number}/divisions/{tier}", tag=TAG)
def show_division(call: Call, league: str, number: int, tier: int) -> DivisionAnswer:
    """Show a division of a season: the table, the fixtures and the table's history."""
    division = division_page.division_of(call.user, league, number, tier)
    if division is None:
        raise refused("not_found")
    return _division(division)


def league_for(call: Call, slug: str) -> League:
    """Return the league of this name if the caller may see it.

    Raises:
        Refused: `not_found`.
    """
    found = access.visible_to(call.user).filter(slug=slug).first()
    if found is None:
        raise refused("not_found")
    return found


def season_for(call: Call, slug: str, number: int) -> Season:
    """Return the season of this number if the caller may see its league.

    Raises:
        Refused: `not_found`.
    """
    found = league_for(call, slug).seasons.select_related("league").filter(number=number).first()
    if found is None:
        raise refused("not_found")
    return found


def season_answer(season: Season) -> SeasonAnswer:
    """Return a season as the API shows it."""
    return SeasonAnswer(
        league=season.league.slug,
        season=_season(season),
        divisions=list(season.divisions.values_list("tier", flat=True)),
        settings=season.settings,
    )


def league_answer(league: League) -> LeagueAnswer:
    """Return a league as the API shows it."""
    return LeagueAnswer(
        league=league.slug,
        name=league.name,
        description=league.description,
        live=league.live,
        invite_only=league.invite_only,
        seats=league.seats,
        games=[one.rules.game for one in league.games.all() if not one.dropped],
        organisers=[user.name for user in league.organisers.all()],
        created=moment(league.created_at),
        closed=moment_or_none(league.closed_at),
        seasons=[_season(season) for season in league.seasons.all()],
    )


def _season(season: Season) -> SeasonLine:
    return SeasonLine(
        number=season.number,
        state=season.state,
        opens=moment(season.opens_at),
        begins=moment(season.begins_at),
        ends=moment(season.ends_at),
        finished=moment_or_none(season.finished_at),
    )


def fixture_answer(one: FixtureView) -> FixtureAnswer:
    """Return a fixture as the API shows it."""
    return FixtureAnswer(
        **msgspec.structs.asdict(fixture_of(one)),
        due_at=moment_or_none(one.fixture.due_at),
        settled_at=moment_or_none(one.fixture.settled_at),
    )


def _division(division: Division) -> DivisionAnswer:
    return DivisionAnswer(
        league=division.season.league.slug,
        season=division.season.number,
        division=division.tier,
        state=division.season.state,
        matches_each=division.matches_each,
        imbalance=division.imbalance,
        table=table_of(division),
        fixtures=[fixture_answer(one) for one in meetings_of(division)],
        history=[change_answer(one) for one in division.changes.select_related("fixture")],
    )


def change_answer(change: TableChange) -> Change:
    """Return a change of a table as the API shows it."""
    return Change(
        number=change.number,
        at=moment(change.at),
        kind=change.kind,
        fixture=change.fixture.ordinal if change.fixture else None,
        reason=change.reason,
        table=change.table,
        rows=[RowAfter(entry=row[0], place=row[1], points=row[2]) for row in change.table],
    )
