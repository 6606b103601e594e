"""A division's results and its table, computed from its settled fixtures.

A place in the table is the entry that was drawn; its id is the player of
`leagues.scoring.standings`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress, groupby
from operator import itemgetter

from leagues.models import Division, Fixture, FixtureSeat
from leagues.scoring import reachable_places, standings
from leagues.scoring.fixture_result import FixtureResult
from leagues.scoring.standings import TableRow
from leagues.season import agreed_settings
from leagues.season.table_places import places_by_lot

State, How = Fixture.State, Fixture.How


@dataclass(frozen=True, slots=True)
class DivisionResults:
    """The data of a division's table: its players in the order of their lots, and its results."""

    scoring: standings.Scoring
    players: tuple[int, ...]
    results: tuple[FixtureResult, ...]
    open: tuple[tuple[int, ...], ...]
    """The players of the unsettled fixtures."""

    def table(self) -> tuple[TableRow, ...]:
        """Return the table, the first place first."""
        return standings.make_table(self.scoring, self.players, self.results)

    def places_in_reach(self) -> dict[int, range]:
        """Return the places that each player can still have in the end."""
        return reachable_places.places_in_reach(self.scoring, self.players, self.results, self.open)


def division_results(division: Division) -> DivisionResults:
    """Read a division's results so far, in two queries."""
    seats = FixtureSeat.objects.filter(fixture__division=division).order_by(
        "fixture__settled_at", "fixture__number", "fixture", "seat"
    )
    # Every shown table and every change reads this, so it loads plain rows.
    rows = seats.values_list(
        "fixture__state", "fixture__how", "fixture", "entry", "place", "total", "absent"
    )
    results: list[FixtureResult] = []
    still_open: list[tuple[int, ...]] = []
    for (state, how, _), group in groupby(rows, key=itemgetter(0, 1, 2)):
        found = [row[3:] for row in group]
        if state != State.SETTLED:
            still_open.append(tuple(entry for entry, *_ in found))
        elif how != How.VOID:
            results.append(result_of_seats(found))
    return DivisionResults(
        scoring=agreed_settings.of_division(division).scoring,
        players=places_by_lot(division),
        results=tuple(results),
        open=tuple(still_open),
    )


def result_of_seats(seats: Iterable[tuple[int, int | None, int | None, bool]]) -> FixtureResult:
    """Return the result of a settled fixture that is not void.

    `seats`: entry, place, total and absence of each, from seat 0. A seat without a place is last.
    """
    players, places, totals, absent = zip(*seats, strict=True)
    return FixtureResult(
        players=players,
        places=tuple(place or len(players) for place in places),
        totals=totals,
        absent=frozenset(compress(players, absent)),
    )
