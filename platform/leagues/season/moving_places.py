"""The number of players that move up and down between divisions after a season."""

from __future__ import annotations

from leagues.models import Division
from leagues.season import agreed_settings, table_places


def count_moving(division: Division) -> tuple[int, int]:
    """Return the number of players that move up from this division, and the number that move down.

    Both are equal, and at most half of the last division, which may be small.
    """
    divisions = division.season.divisions.count()
    wanted = agreed_settings.of_division(division).moving
    last = division.season.divisions.get(tier=divisions)
    to_last = min(wanted, len(table_places.place_ids(last)) // 2)
    up = to_last if division.tier == divisions else wanted
    down = to_last if division.tier == divisions - 1 else wanted
    return 0 if division.tier == 1 else up, 0 if division.tier == divisions else down
