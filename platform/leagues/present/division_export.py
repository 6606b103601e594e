"""A division's table and fixtures for programs: the data of the files and the API."""

from __future__ import annotations

from typing import Any

import msgspec

from leagues.models import Division
from leagues.present import division_page, labels
from leagues.present.fixture_view import FixtureView
from leagues.scoring.standings import TableRow


class TableRowOf(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the table; `entry` is its id. `zone`: "up", "down" or "".

    `points`: a whole number, or a fraction like "7/2" after shared places. `form`: the places of
    the last matches, "-" for a missed one.
    """

    entry: int
    place: int
    name: str
    played: int
    wins: int
    missed: int
    points: str
    best_place: int
    worst_place: int
    zone: str
    form: str
    tie_breaks: dict[str, str]


class FixtureSeatOf(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a fixture, with the entry of the table in it."""

    seat: int
    entry: int
    name: str
    place: int | None
    total: int | None
    absent: bool


class FixtureOf(msgspec.Struct, frozen=True, kw_only=True):
    """A fixture by its number in the division, from 1. Times are in ISO 8601.

    `changes`: the number of decisions so far, which prevents a second decision on outdated data.
    """

    id: int
    fixture: int
    game: str
    state: str
    how: str
    reason: str
    due: str | None
    settled: str | None
    match: str | None
    changes: int
    seats: list[FixtureSeatOf]


def table_of(division: Division) -> list[TableRowOf]:
    """Return the table, the first place first."""
    return [
        TableRowOf(
            entry=line.row.player,
            place=line.row.place,
            name=line.name,
            played=line.row.played,
            wins=line.row.wins,
            missed=line.row.missed,
            points=str(line.row.points),
            best_place=line.best,
            worst_place=line.worst,
            zone=line.zone,
            form=form_of(line.row),
            tie_breaks={
                str(name): labels.tie_break_value(value) for name, value in line.row.decided
            },
        )
        for line in division_page.table_and_fixtures(division, None)["lines"]
    ]


def form_of(row: TableRow) -> str:
    """Return the places of the last matches, "-" for a missed one."""
    return " ".join("-" if one.absent else str(one.place) for one in row.form)


def fixtures_of(division: Division) -> list[FixtureOf]:
    """Return the fixtures in the order of play."""
    return [fixture_of(one) for one in meetings_of(division)]


def meetings_of(division: Division) -> list[FixtureView]:
    """Return these fixtures as pages show them."""
    sheet: dict[str, Any] = division_page.table_and_fixtures(division, None)
    return sorted(
        [*sheet["due"], *sheet["to_come"], *sheet["over"]], key=lambda one: one.fixture.number
    )


def fixture_of(one: FixtureView) -> FixtureOf:
    """Return one fixture with its seats."""
    fixture = one.fixture
    return FixtureOf(
        id=fixture.pk,
        fixture=fixture.ordinal,
        game=one.meta.slug,
        state=fixture.state,
        how=fixture.how,
        reason=fixture.reason,
        due=fixture.due_at.isoformat() if fixture.due_at else None,
        settled=fixture.settled_at.isoformat() if fixture.settled_at else None,
        match=str(fixture.match_id) if fixture.match_id else None,
        changes=fixture.changes,
        seats=[
            FixtureSeatOf(
                seat=sitting.seat.seat,
                entry=sitting.seat.entry_id,
                name=sitting.name,
                place=sitting.seat.place,
                total=sitting.seat.total,
                absent=sitting.seat.absent,
            )
            for sitting in sorted(one.seats, key=lambda sitting: sitting.seat.seat)
        ],
    )
