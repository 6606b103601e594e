"""What the page of a division shows: its table, its fixtures, how the season went, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from core.paging import page_links, paginate
from games.kernel.contract import Meta
from leagues.models import Division, Entry, Fixture, FixtureSeat, Season, TableChange
from leagues.present import labels, position_chart
from leagues.scoring.standings import Movement, TableRow, groups_by_lot, movements
from leagues.season import access, division_results
from leagues.services import final_places
from leagues.services.fixtures import begin_fixture
from matches.table import catalogue

UP, DOWN = "up", "down"
ZONES = {Movement.UP: UP, Movement.STAYS: "", Movement.DOWN: DOWN}
"""Where a place leads after the season, as pages and exports have it."""
CHANGES = 12
"""Lines on a page of a table's history."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A row of the table as a page shows it.

    `best` and `worst`: the places that can still be reached. `zone`: where the place leads after
    the season, "" if nowhere. `starts_zone`: another zone than that of the row above.
    """

    row: TableRow
    entry: Entry
    name: str
    level: str
    best: int
    worst: int
    zone: str
    starts_zone: bool
    by_lot: bool
    """Nothing but lots decides whether this one goes up or down, or another."""


@dataclass(frozen=True, slots=True)
class FixtureSeatView:
    """A seat of a fixture, with the name of who holds that place of the table."""

    seat: FixtureSeat
    entry: Entry
    name: str


@dataclass(frozen=True, slots=True)
class FixtureView:
    """A fixture as a page shows it; its seats by place where it is over."""

    fixture: Fixture
    meta: Meta
    seats: tuple[FixtureSeatView, ...]
    is_yours: bool

    @property
    def is_agreed(self) -> bool:
        """Whether all who are to be there have agreed to the appointment that is proposed."""
        return self.fixture.appointment is not None and all(
            one.seat.agreed for one in self.seats if begin_fixture.is_asked(one.entry)
        )


def table_and_fixtures(division: Division, user_id: int | None) -> dict[str, Any]:
    """What is pushed when the table changes: table and fixtures, as this user sees them."""
    played = division_results.division_results(division)
    holders = division_results.place_holders(division)
    names = names_of(holders)
    reach = played.places_in_reach()
    rows = played.table()
    ways = movements(rows, *final_places.count_moving(division))
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
                level=labels.tie_break_text(row, names),
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
        "lots": [labels.by_lot_text(group, names) for group in drawn],
        "you": user_id,
        "done": len(played.results),
        "left": len(played.open),
        "goes_up": any(line.zone == UP for line in lines),
        "goes_down": any(line.zone == DOWN for line in lines),
        **_meetings(division, holders, user_id),
    }


def names_of(holders: Mapping[int, Entry]) -> dict[int, str]:
    """The name under which each place of a table stands."""
    return {place: labels.entry_name(entry) for place, entry in holders.items()}


def _meetings(
    division: Division, holders: Mapping[int, Entry], user_id: int | None
) -> dict[str, Any]:
    """The fixtures in three parts: what is due, what is to come, what is over."""
    State = Fixture.State
    found = [fixture_view_with(one, holders, user_id) for one in fixtures_of(division)]
    due = [one for one in found if one.fixture.state in (State.RUNNING, State.ARRANGING)]
    over = [one for one in found if one.fixture.state == State.SETTLED]
    return {
        "due": sorted(due, key=lambda one: (not one.is_yours, one.fixture.number)),
        "to_come": [one for one in found if one.fixture.state == State.WAITING],
        "over": sorted(over, key=lambda one: (one.fixture.settled_at, one.fixture.number))[::-1],
    }


def fixtures_of(division: Division) -> Iterable[Fixture]:
    """A division's fixtures in the order of play, with what a page shows of them."""
    return division.fixtures.select_related("game__rules").prefetch_related("seats")


def fixture_view(fixture: Fixture, user_id: int | None) -> FixtureView:
    """A fixture as a page shows it to this user."""
    return fixture_view_with(fixture, division_results.place_holders(fixture.division), user_id)


def fixture_view_with(
    fixture: Fixture, holders: Mapping[int, Entry], user_id: int | None
) -> FixtureView:
    """A fixture as a page shows it to this user, where the holders of the places are known."""
    seats = [
        FixtureSeatView(seat, holders[seat.entry_id], labels.entry_name(holders[seat.entry_id]))
        for seat in fixture.seats.all()
    ]
    if fixture.state == Fixture.State.SETTLED:
        seats.sort(key=lambda one: (one.seat.place or 0, one.seat.seat))
    return FixtureView(
        fixture=fixture,
        meta=catalogue.game_of(fixture.game.rules.game).meta,
        seats=tuple(seats),
        is_yours=user_id is not None and any(one.entry.user_id == user_id for one in seats),
    )


def position_chart_of(division: Division) -> position_chart.PositionChart | None:
    """The chart of how a division's places went until now; None before the second table."""
    changes = division.changes.exclude(kind=TableChange.Kind.FINAL).order_by("number")
    return position_chart.draw_position_chart(
        [
            [(player, place) for player, place, _points in table]
            for table in changes.values_list("table", flat=True)
        ]
    )


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A line of the table's history; `what` says whom or what it is about, `before` which result
    counted until then."""

    change: TableChange
    what: str
    before: str


def table_history(division: Division, page: int) -> dict[str, Any]:
    """A page of what changed a division's table, the latest first."""
    holders = division_results.place_holders(division)
    names = names_of(holders)
    found = division.changes.select_related("fixture", "by", "entry__user").order_by("-number")

    def line(change: TableChange) -> ChangeLine:
        before = labels.result_text(change.before, holders) if change.before else ""
        return ChangeLine(change, _about(change, names), before)

    shown = paginate(found.prefetch_related("fixture__seats"), page, CHANGES, line)
    return {"changes": shown.lines, "page_links": page_links(shown, "page", {})}


def _about(change: TableChange, names: Mapping[int, str]) -> str:
    if change.fixture is not None:
        seats = sorted(change.fixture.seats.all(), key=lambda one: (one.place or 0, one.seat))
        return ", ".join(names[seat.entry_id] for seat in seats)
    if change.entry is not None:
        return labels.entry_name(change.entry)
    return _("division %(tier)s") % {"tier": change.division.tier} if change.number == 1 else ""


def division_of(viewer: Any, slug: str, number: int, tier: int) -> Division | None:
    """The division with this address, if the viewer may know of it."""
    return (
        Division.objects.select_related("season__league")
        .filter(season__league__in=access.visible_to(viewer), season__league__slug=slug)
        .filter(season__number=number, tier=tier)
        .exclude(season__state=Season.State.PLANNED)
        .first()
    )
