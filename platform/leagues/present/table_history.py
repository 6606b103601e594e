"""The history of a division's table in pages: each change and its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from core.paging import page_links, paginate
from leagues.models import Division, Fixture, TableChange
from leagues.present.fixture_view import fixture_view_with
from leagues.present.seat_results import SeatResult, seat_results
from leagues.season import agreed_settings, table_places
from leagues.season.entry_names import entry_name, names_by_place, result_text

CHANGES = 12
"""Lines on a page of the history."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A line of the table's history.

    `what`: its subject in words, if it has no `results`: the seats and points of a result that
    counts. `before`: the result that counted before.
    """

    change: TableChange
    what: str
    results: Sequence[SeatResult]
    before: str


def table_history(division: Division, page: int) -> dict[str, Any]:
    """Return a page of the changes of a division's table, the latest first."""
    holders = table_places.place_holders(division)
    names = names_by_place(holders)
    scoring = agreed_settings.of_division(division).scoring
    latest = dict(
        division.changes.exclude(fixture=None).order_by("number").values_list("fixture", "number")
    )
    found = division.changes.select_related("fixture__game__rules", "by", "entry__user")

    def results_of(fixture: Fixture) -> Sequence[SeatResult]:
        return seat_results(fixture_view_with(fixture, holders, None), scoring)

    def line(change: TableChange) -> ChangeLine:
        before = result_text(change.before, holders) if change.before else ""
        counts = change.fixture is not None and latest[change.fixture.pk] == change.number
        results = results_of(change.fixture) if change.fixture is not None and counts else ()
        return ChangeLine(change, "" if results else _about(change, names), results, before)

    in_order = found.order_by("-number").prefetch_related("fixture__seats")
    shown = paginate(in_order, page, CHANGES, line)
    return {"changes": shown.lines, "page_links": page_links(shown, "page", {})}


def _about(change: TableChange, names: Mapping[int, str]) -> str:
    if change.fixture is not None:
        return ", ".join(names[seat.entry_id] for seat in change.fixture.seats.all())
    if change.entry is not None:
        return entry_name(change.entry)
    return _drawn(change) if change.kind == TableChange.Kind.DRAWN else ""


def _drawn(change: TableChange) -> str:
    """Return the size of a draw; later replays are not part of it."""
    matches = change.division.fixtures.filter(replay_of=None).count()
    return ngettext(
        "%(matches)s match for %(players)s players",
        "%(matches)s matches for %(players)s players",
        matches,
    ) % {"matches": matches, "players": len(change.table)}
