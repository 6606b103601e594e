"""A division's table as its settled fixtures make it, and the order in which places are kept.

A place in the table is the entry that was drawn; its id is the player of `leagues.scoring.standings`.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import compress, groupby
from operator import itemgetter

from leagues.models import Division, Entry, Fixture, FixtureSeat
from leagues.scoring import reachable_places, standings
from leagues.scoring.standings import Result, TableRow
from leagues.season import agreed_settings

State, How = Fixture.State, Fixture.How


@dataclass(frozen=True, slots=True)
class DivisionResults:
    """All that a division's table is made of: its players in the order of their lots."""

    scoring: standings.Scoring
    players: tuple[int, ...]
    results: tuple[Result, ...]
    open: tuple[tuple[int, ...], ...]
    """The players of the fixtures that are not settled."""

    def table(self) -> tuple[TableRow, ...]:
        """The table, the first place first."""
        return standings.make_table(self.scoring, self.players, self.results)

    def places_in_reach(self) -> dict[int, range]:
        """The places that each can still have in the end."""
        return reachable_places.places_in_reach(self.scoring, self.players, self.results, self.open)


def division_results(division: Division) -> DivisionResults:
    """What was played in a division so far, in two queries."""
    seats = FixtureSeat.objects.filter(fixture__division=division).order_by(
        "fixture__settled_at", "fixture__number", "fixture", "seat"
    )
    # Every table that is shown and every change comes by here: rows are enough.
    rows = seats.values_list(
        "fixture__state", "fixture__how", "fixture", "entry", "place", "total", "absent"
    )
    results: list[Result] = []
    still_open: list[tuple[int, ...]] = []
    for (state, how, _), group in groupby(rows, key=itemgetter(0, 1, 2)):
        _, _, _, sat, places, totals, absent = zip(*group, strict=True)
        if state != State.SETTLED:
            still_open.append(sat)
        elif how != How.VOID:
            results.append(
                Result(
                    players=sat,
                    places=tuple(place or len(sat) for place in places),
                    totals=totals,
                    absent=frozenset(compress(sat, absent)),
                )
            )
    return DivisionResults(
        scoring=agreed_settings.of_division(division).scoring,
        players=places_by_lot(division),
        results=tuple(results),
        open=tuple(still_open),
    )


def place_ids(division: Division) -> tuple[int, ...]:
    """The places of a division's table, in the order in which they were given."""
    drawn = division.entries.filter(replaces=None).order_by("rank", "pk")
    return tuple(drawn.values_list("pk", flat=True))


def places_by_lot(division: Division) -> tuple[int, ...]:
    """The places of a division in the order of their lots: everybody can draw them again, and who
    came first, or from above, has no better one."""

    def lot(place: int) -> bytes:
        return sha256(f"{division.seed} {place}".encode()).digest()

    return tuple(sorted(place_ids(division), key=lot))


def place_holders(division: Division) -> dict[int, Entry]:
    """The holder of each place of the table now: the one who came last, gone or not."""
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


def drawn_entry(entry: Entry) -> Entry:
    """The entry that was drawn for the place that this entry holds."""
    while entry.replaces is not None:
        entry = entry.replaces
    return entry
