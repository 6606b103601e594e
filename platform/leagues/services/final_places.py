"""The final places of a finished season, with the movements."""

from __future__ import annotations

from games.kernel.contract import N_
from leagues.models import Division, Entry, Season
from leagues.scoring import standings
from leagues.scoring.standings import Movement
from leagues.season.division_results import division_results
from leagues.season.moving_places import count_moving

BY_LOT = N_(
    "A draw by lot decided who moves up or down among players who were level in everything."
)
MOVES = {Movement.UP: -1, Movement.STAYS: 0, Movement.DOWN: 1}


def write_final_places(division: Division) -> str:
    """Store final places and movements from the table, under the division's lock. Return the fact
    that lots decided, for the notice.

    A late correction changes them too, until the next season is drawn. After that only the table
    changes.
    """
    later = Season.objects.filter(
        league=division.season.league, number__gt=division.season.number
    ).exclude(state__in=(Season.State.PLANNED, Season.State.SIGN_UP, Season.State.CANCELLED))
    if later.exists():
        return ""
    rows = division_results(division).table()
    moves = standings.movements(rows, *count_moving(division))
    entries = Entry.objects.in_bulk([row.player for row in rows])
    for row in rows:
        entries[row.player].final_place = row.place
        entries[row.player].moved = MOVES[moves[row.player]]
    Entry.objects.bulk_update(entries.values(), ["final_place", "moved"])
    return BY_LOT if standings.groups_by_lot(rows, moves) else ""
