"""A division's table as its settled fixtures make it, and the order in which places are kept.

A place in the table is the entry that was drawn; its id is the player of `leagues.standings`.
"""

from __future__ import annotations

from dataclasses import dataclass

from leagues import reach, standings, terms
from leagues.models import Division, Entry, Fixture, FixtureSeat
from leagues.standings import Result, Row


@dataclass(frozen=True, slots=True)
class Played:
    """All that a division's table is made of: its players in the order of their lots."""

    scoring: standings.Scoring
    players: tuple[int, ...]
    results: tuple[Result, ...]
    open: tuple[tuple[int, ...], ...]
    """The players of the fixtures that are not settled."""

    def table(self) -> tuple[Row, ...]:
        """The table, the first place first."""
        return standings.table(self.scoring, self.players, self.results)

    def reach(self) -> dict[int, range]:
        """The places that each can still have in the end."""
        return reach.places(self.scoring, self.players, self.results, self.open)


def played(division: Division) -> Played:
    """What was played in a division so far, in two queries."""
    fixtures = list(
        division.fixtures.prefetch_related("seats").order_by("settled_at", "number", "pk")
    )
    return Played(
        scoring=terms.of_division(division).scoring,
        players=players(division),
        results=tuple(_result(one) for one in fixtures if counts(one)),
        open=tuple(
            tuple(seat.entry_id for seat in one.seats.all())
            for one in fixtures
            if one.state != Fixture.State.SETTLED
        ),
    )


def players(division: Division) -> tuple[int, ...]:
    """The places of a division, in the order in which they were given."""
    drawn = division.entries.filter(replaces=None).order_by("rank", "pk")
    return tuple(drawn.values_list("pk", flat=True))


def counts(fixture: Fixture) -> bool:
    """Whether a fixture has a result that makes the table."""
    return fixture.state == Fixture.State.SETTLED and fixture.how != Fixture.How.VOID


def _result(fixture: Fixture) -> Result:
    seats: list[FixtureSeat] = list(fixture.seats.all())
    return Result(
        players=tuple(seat.entry_id for seat in seats),
        places=tuple(seat.place or len(seats) for seat in seats),
        totals=tuple(seat.total for seat in seats),
        absent=frozenset(seat.entry_id for seat in seats if seat.absent),
    )


def holders(division: Division) -> dict[int, Entry]:
    """Who holds each place of the table now: whoever came last, gone or not."""
    entries = list(division.entries.select_related("user"))
    follows = {one.replaces_id: one for one in entries if one.replaces_id is not None}
    found = {}
    for drawn in entries:
        if drawn.replaces_id is None:
            holder = drawn
            while holder.pk in follows:
                holder = follows[holder.pk]
            found[drawn.pk] = holder
    return found


def root(entry: Entry) -> Entry:
    """The entry that was drawn for the place that this one holds."""
    while entry.replaces is not None:
        entry = entry.replaces
    return entry
