"""Move the dates of a season."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from core.refusals import refused
from leagues.models import Season
from leagues.services import locks
from leagues.services.report_staff_action import report_staff_action
from leagues.services.seasons.season_dates import check_dates, tell_dates


@transaction.atomic
def move_season(
    season_id: int,
    by: User,
    opens_at: datetime,
    begins_at: datetime,
    ends_at: datetime,
    *,
    seen: Season.State,
    was: str = "",
) -> Season:
    """Move the dates of a season; past dates stay. `seen`: the season's state on the page.

    `was`: the value of `Season.dates` on the page; "": do not check it.

    Raises:
        Refused: `not_found`, `not_yours`, `season_over`, `changed_meanwhile`.
        ValidationError: by field.
    """
    season = locks.lock_season_to_change(season_id, by)
    if season.state != seen or was not in ("", season.dates):
        raise refused("changed_meanwhile")
    before = season.opens_at, season.begins_at, season.ends_at
    if season.state == Season.State.PLANNED:
        season.opens_at = opens_at
    if season.state in (Season.State.PLANNED, Season.State.SIGN_UP):
        season.begins_at = begins_at
    season.ends_at = ends_at
    check_dates(season)
    season.save()
    if before != (season.opens_at, season.begins_at, season.ends_at):
        tell_dates(season)
    report_staff_action(by, "move", season)
    return season
