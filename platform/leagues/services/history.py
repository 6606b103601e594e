"""The history of a division's table: each change, its reason, and the table after it."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from core import clock
from core.signals import table_changed
from leagues.models import Division, Entry, Fixture, FixtureSeat, TableChange
from leagues.season import topics
from leagues.season.division_results import division_results

LONGEST_REASON = 300
"""Longest reason, in characters."""


PlacedResult = list[tuple[int, int | None, int | None]]
"""By place: entry, place (None: absent), total (None: nothing was played)."""


def counted_result(fixture: Fixture, seats: Sequence[FixtureSeat]) -> PlacedResult | None:
    """Return the present result of a fixture; None: there is none, or it is void."""
    if fixture.state != Fixture.State.SETTLED or fixture.how == Fixture.How.VOID:
        return None
    placed = sorted(seats, key=lambda seat: (seat.place or 0, seat.seat))
    return [(one.entry_id, None if one.absent else one.place, one.total) for one in placed]


def record_table_change(
    division: Division,
    kind: TableChange.Kind,
    reason: str = "",
    *,
    fixture: Fixture | None = None,
    entry: Entry | None = None,
    by: User | None = None,
    before: PlacedResult | None = None,
) -> TableChange:
    """Record a change of a division's table, under the division's lock.

    `before`: the earlier result of the fixture, by `counted_result`.
    """
    last = division.changes.order_by("-number").values_list("number", flat=True).first() or 0
    rows = division_results(division).table()
    topics.announce_division(division.pk)
    change = TableChange.objects.create(
        division=division,
        number=last + 1,
        at=clock.now(),
        kind=kind,
        fixture=fixture,
        entry=entry,
        reason=reason[:LONGEST_REASON],
        by=by,
        before=before,
        table=[[row.player, row.place, str(row.points)] for row in rows],
    )
    table_changed.send(sender=TableChange, league_id=division.season.league_id, change_id=change.pk)
    return change
