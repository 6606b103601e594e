"""Begin a season at once, because all players are there."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from accounts.models import User
from core import clock
from core.refusals import refused
from leagues.models import Season
from leagues.services import locks
from leagues.services.report_staff_action import report_staff_action
from leagues.services.seasons.advance_leagues import advance_season


@transaction.atomic
def close_sign_up_now(season_id: int, by: User) -> None:
    """Close sign-up at once; the season keeps its length, and the draw follows.

    Raises:
        Refused: `not_found`, `not_yours`, `season_over`, `season_begun`, `too_few_players`.
    """
    season = locks.lock_season_to_change(season_id, by)
    if season.state not in (Season.State.PLANNED, Season.State.SIGN_UP):
        raise refused("season_begun")
    seats, count = season.league.seats, season.entries.filter(dropped_at=None).count()
    if count < seats:
        raise refused("too_few_players", seats=seats, count=count)
    now = clock.now()
    length = season.ends_at - season.begins_at
    season.opens_at = min(season.opens_at, now - timedelta(seconds=1))
    season.begins_at, season.ends_at = now, now + length
    season.save(update_fields=["opens_at", "begins_at", "ends_at"])
    report_staff_action(by, "move", season)


def begin_season_at_once(season_id: int, by: User) -> None:
    """Close sign-up and draw without waiting for the sweep.

    Raises:
        Refused: those of `close_sign_up_now`.
    """
    close_sign_up_now(season_id, by)
    advance_season(season_id)
