"""A league as spreadsheets: tables, fixtures and members.

The headings are in the active language. The ids for programs are in the last columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.spreadsheets import Cell, Sheet
from leagues.models import Division, Entry, Season
from leagues.present import division_export, division_page
from leagues.present.division_page import TableLine
from leagues.present.fixture_view import FixtureView
from leagues.season.entry_names import entry_name

MISSED = "\u2013"
"""A missed match, among places."""


def table_sheet(divisions: Iterable[Division]) -> Sheet:
    """Return the tables of these divisions, a row for each place."""
    heads = (
        _("Division"),
        _("Place"),
        _("Name"),
        _("Points"),
        _("Played"),
        _("First places"),
        _("Missed"),
        _("Best possible place"),
        _("Worst possible place"),
        _("After the season"),
        _("Places so far"),
        _("Entry number"),
    )
    rows = [
        _place(division, line)
        for division in divisions
        for line in division_page.table_and_fixtures(division, None)["lines"]
    ]
    return Sheet(_("Tables"), heads, rows)


def _place(division: Division, line: TableLine) -> tuple[Cell, ...]:
    zones = {division_page.UP: _("moves up"), division_page.DOWN: _("moves down")}
    row = line.row
    return (
        division.tier,
        row.place,
        line.name,
        Fraction(row.points),
        row.played,
        row.wins,
        row.missed,
        line.best,
        line.worst,
        zones.get(line.zone, ""),
        # A hyphen at the start would be a formula.
        division_export.form_of(row).replace("-", MISSED),
        row.player,
    )


def fixtures_sheet(divisions: Iterable[Division]) -> Sheet:
    """Return the fixtures of these divisions in the order of play, a row for each seat."""
    heads = (
        _("Division"),
        _("Match"),
        _("Game"),
        _("State"),
        _("How it ended"),
        _("Reason"),
        _("Due"),
        pgettext("when", "Decided"),
        _("Seat"),
        _("Name"),
        _("Place"),
        _("Total"),
        _("Absent"),
        _("Entry number"),
        _("Match number"),
    )
    rows: list[tuple[Cell, ...]] = []
    for division in divisions:
        for one in division_export.meetings_of(division):
            rows += _seats(division, one)
    return Sheet(_("Fixtures"), heads, rows)


def _seats(division: Division, one: FixtureView) -> Iterable[tuple[Cell, ...]]:
    fixture = one.fixture
    for sitting in sorted(one.seats, key=lambda sitting: sitting.seat.seat):
        seat = sitting.seat
        yield (
            division.tier,
            fixture.ordinal,
            _(one.meta.title),
            str(fixture.get_state_display()),
            str(fixture.get_how_display()),
            _(fixture.reason) if fixture.reason else "",
            fixture.due_at,
            fixture.settled_at,
            seat.seat + 1,
            sitting.name,
            seat.place,
            seat.total,
            _("yes") if seat.absent else "",
            seat.entry_id,
            str(fixture.match_id or ""),
        )


def members_sheet(season: Season) -> Sheet:
    """Return all entries of a season in the order of sign-up: playing, waiting and dropped out."""
    heads = (
        _("Name"),
        _("Division"),
        pgettext("when", "Signed up"),
        pgettext("when", "Dropped out"),
        _("Final place"),
        _("Entry number"),
    )
    entries = season.entries.select_related("user", "division").order_by("signed_up_at", "pk")
    return Sheet(_("Members"), heads, [_member(entry) for entry in entries])


def _member(entry: Entry) -> tuple[Cell, ...]:
    return (
        entry_name(entry),
        None if entry.division is None else entry.division.tier,
        entry.signed_up_at,
        entry.dropped_at,
        entry.final_place,
        entry.pk,
    )
