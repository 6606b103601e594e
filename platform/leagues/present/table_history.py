"""The history of a division's table in pages: each change and its reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from core.paging import page_links, paginate
from leagues.models import Division, TableChange
from leagues.season import table_places
from leagues.season.entry_names import entry_name, names_by_place, result_text

CHANGES = 12
"""Lines on a page of the history."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A line of the table's history. `what`: its subject. `before`: the result that counted before."""

    change: TableChange
    what: str
    before: str


def table_history(division: Division, page: int) -> dict[str, Any]:
    """Return a page of the changes of a division's table, the latest first."""
    holders = table_places.place_holders(division)
    names = names_by_place(holders)
    found = division.changes.select_related("fixture", "by", "entry__user").order_by("-number")

    def line(change: TableChange) -> ChangeLine:
        before = result_text(change.before, holders) if change.before else ""
        return ChangeLine(change, _about(change, names), before)

    shown = paginate(found.prefetch_related("fixture__seats"), page, CHANGES, line)
    return {"changes": shown.lines, "page_links": page_links(shown, "page", {})}


def _about(change: TableChange, names: Mapping[int, str]) -> str:
    if change.fixture is not None:
        seats = sorted(change.fixture.seats.all(), key=lambda one: (one.place or 0, one.seat))
        return ", ".join(names[seat.entry_id] for seat in seats)
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
