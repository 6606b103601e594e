"""Call off a season that has not begun."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from core.refusals import refused
from leagues.models import News, Season
from leagues.services import locks, notify
from leagues.services.report_staff_action import report_staff_action


@transaction.atomic
def call_off_season(season_id: int, by: User) -> None:
    """Call a season off; a running one is ended early instead (`end_season.end_season_early`).

    Raises:
        Refused: `not_found`, `not_yours`, `season_over`, `season_begun`.
    """
    season = locks.lock_season_to_change(season_id, by)
    if season.state not in (Season.State.PLANNED, Season.State.SIGN_UP):
        raise refused("season_begun")
    season.state = Season.State.CANCELLED
    season.save(update_fields=["state"])
    notify.notify_everybody(season, News.Kind.CALLED_OFF)
    report_staff_action(by, "call_off", season)
