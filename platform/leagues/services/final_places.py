"""What a season's tables mean when it is over: the final places, who goes up and who comes down."""

from __future__ import annotations

from games.kernel.contract import N_
from leagues.models import Division, Entry, Season
from leagues.scoring import standings
from leagues.scoring.standings import Movement
from leagues.season import agreed_settings, division_results

BY_LOT = N_("Lots decided who goes up or down among those who were level in everything.")
MOVES = {Movement.UP: -1, Movement.STAYS: 0, Movement.DOWN: 1}


def write_final_places(division: Division) -> str:
    """Write down final places and moves as the table has them, under the division's lock; returns
    what is to be said of it: that lots decided.

    A late correction changes them, too, until the next season is drawn; then who plays where is
    settled, and the table alone follows.
    """
    later = Season.objects.filter(
        league=division.season.league, number__gt=division.season.number
    ).exclude(state__in=(Season.State.PLANNED, Season.State.SIGN_UP, Season.State.CANCELLED))
    if later.exists():
        return ""
    rows = division_results.division_results(division).table()
    moves = standings.movements(rows, *count_moving(division))
    entries = Entry.objects.in_bulk([row.player for row in rows])
    for row in rows:
        entries[row.player].final_place = row.place
        entries[row.player].moved = MOVES[moves[row.player]]
    Entry.objects.bulk_update(entries.values(), ["final_place", "moved"])
    return BY_LOT if standings.groups_by_lot(rows, moves) else ""


def count_moving(division: Division) -> tuple[int, int]:
    """How many go up from this division and how many come down from it.

    As many go up as come down: at most half of the last division, which may be a small one.
    """
    divisions = division.season.divisions.count()
    wanted = agreed_settings.of_division(division).moving
    last = division.season.divisions.get(tier=divisions)
    to_last = min(wanted, len(division_results.place_ids(last)) // 2)
    up = to_last if division.tier == divisions else wanted
    down = to_last if division.tier == divisions - 1 else wanted
    return 0 if division.tier == 1 else up, 0 if division.tier == divisions else down
