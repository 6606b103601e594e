"""Counts how many go up from a division after a season, and how many come down."""

from __future__ import annotations

from leagues.models import Division
from leagues.season import agreed_settings, table_places


def count_moving(division: Division) -> tuple[int, int]:
    """How many go up from this division and how many come down from it.

    As many go up as come down: at most half of the last division, which may be a small one.
    """
    divisions = division.season.divisions.count()
    wanted = agreed_settings.of_division(division).moving
    last = division.season.divisions.get(tier=divisions)
    to_last = min(wanted, len(table_places.place_ids(last)) // 2)
    up = to_last if division.tier == divisions else wanted
    down = to_last if division.tier == divisions - 1 else wanted
    return 0 if division.tier == 1 else up, 0 if division.tier == divisions else down
