"""The page of a division: its table, its fixtures, and the course of the season."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from leagues.models import Division, Entry, Fixture, Season
from leagues.present import labels, position_chart
from leagues.present.equal_points import equal_points
from leagues.present.fixture_view import fixture_view_with, fixtures_of
from leagues.scoring.standings import Movement, TableRow, groups_by_lot, movements
from leagues.season import access, table_places
from leagues.season.division_results import division_results
from leagues.season.entry_names import names_by_place
from leagues.season.moving_places import count_moving
from matches.present import listings

FIRST = 3
"""Rows of the table on the page of the league."""
UP, DOWN = "up", "down"
ZONES = {Movement.UP: UP, Movement.STAYS: "", Movement.DOWN: DOWN}
"""The zones of a table: the movement after the season, for pages and exports."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A row of the table as a page shows it.

    `best` and `worst`: the places still in reach. `zone`: the movement after the season, or "".
    `starts_zone`: the row above has another zone.
    """

    row: TableRow
    entry: Entry
    name: str
    best: int
    worst: int
    zone: str
    starts_zone: bool
    by_lot: bool
    """Only the draw of lots decides which of the tied players moves."""


def table_and_fixtures(division: Division, user_id: int | None) -> dict[str, Any]:
    """Return the part of the page that is pushed when the table changes, for this viewer."""
    played = division_results(division)
    holders = table_places.place_holders(division)
    names = names_by_place(holders)
    reach = played.places_in_reach()
    rows = played.table()
    ways = movements(rows, *count_moving(division))
    drawn = groups_by_lot(rows, ways) if played.results else ()
    lines: list[TableLine] = []
    for row in rows:
        # Before the first result all share the first place.
        zone = ZONES[ways[row.player]] if played.results else ""
        lines.append(
            TableLine(
                row=row,
                entry=holders[row.player],
                name=names[row.player],
                best=reach[row.player].start,
                worst=reach[row.player].stop - 1,
                zone=zone,
                starts_zone=bool(lines) and lines[-1].zone != zone,
                by_lot=any(row.player in group for group in drawn),
            )
        )
    return {
        "division": division,
        "season": division.season,
        "league": division.season.league,
        "lines": lines,
        "equal_points": equal_points(rows, names),
        "lots": [labels.by_lot_text(group, names) for group in drawn],
        "you": user_id,
        "done": len(played.results),
        "left": len(played.open),
        "goes_up": any(line.zone == UP for line in lines),
        "goes_down": any(line.zone == DOWN for line in lines),
        **_meetings(division, holders, user_id),
    }


def _meetings(
    division: Division, holders: Mapping[int, Entry], user_id: int | None
) -> dict[str, Any]:
    """Return the fixtures in three parts: due, future and finished.

    `yours`: the viewer's due ones, those that wait for the viewer first. Without a due one: the
    first of the viewer's future ones. `theirs`: the due ones of the others.
    """
    State = Fixture.State
    waiting = listings.waiting(user_id) if user_id is not None else ()
    found = [fixture_view_with(one, holders, user_id, waiting) for one in fixtures_of(division)]
    due = [one for one in found if one.fixture.state in (State.RUNNING, State.ARRANGING)]
    to_come = [one for one in found if one.fixture.state == State.WAITING]
    over = [one for one in found if one.fixture.state == State.SETTLED]
    yours = sorted((one for one in due if one.is_yours), key=lambda one: not one.needs_you)
    return {
        "due": due,
        "yours": yours or [one for one in to_come if one.is_yours][:1],
        "theirs": [one for one in due if not one.is_yours],
        "to_come": to_come,
        "over": sorted(over, key=lambda one: (one.fixture.settled_at, one.fixture.number))[::-1],
    }


def season_in_short(division: Division, user_id: int | None) -> dict[str, Any]:
    """Return the viewer's due fixtures and place, and the first rows of the table with their own.

    Before a result there is no place and no row.
    """
    sheet = table_and_fixtures(division, user_id)
    lines: list[TableLine] = sheet["lines"] if sheet["done"] else []
    own = [one for one in lines if user_id is not None and one.entry.user_id == user_id]
    return {
        "division": division,
        "next": sheet["yours"],
        "place": own[0].row.place if own else None,
        "of": len(lines),
        "lines": [*lines[:FIRST], *(one for one in own if one not in lines[:FIRST])],
        "you": user_id,
    }


def position_chart_of(division: Division) -> position_chart.PositionChart | None:
    """Return the chart of a division's places after each result or decision; None before the second."""
    changes = division.changes.exclude(fixture=None).order_by("number")
    return position_chart.draw_position_chart(
        [
            [(player, place) for player, place, _points in table]
            for table in changes.values_list("table", flat=True)
        ]
    )


def division_of(viewer: Any, slug: str, number: int, tier: int) -> Division | None:
    """Return the division at this address, if the viewer may see it."""
    return (
        Division.objects.select_related("season__league")
        .filter(season__league__in=access.visible_to(viewer), season__league__slug=slug)
        .filter(season__number=number, tier=tier)
        .exclude(season__state=Season.State.PLANNED)
        .first()
    )
