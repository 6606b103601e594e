"""Close a league: no further season follows."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from core import clock
from leagues.models import Season
from leagues.season import access
from leagues.services import locks
from leagues.services.report_staff_action import report_staff_action
from leagues.services.seasons.call_off_season import call_off_season


@transaction.atomic
def close_league(league_id: int, by: User) -> None:
    """Close a league; a season that is planned or open for sign-up is called off.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    league = locks.lock_league(league_id)
    access.check_organises(by, league)
    if league.closed_at is None:
        league.closed_at = clock.now()
        league.save(update_fields=["closed_at"])
        before = (Season.State.PLANNED, Season.State.SIGN_UP)
        for season in league.seasons.filter(state__in=before):
            call_off_season(season.pk, by)
        report_staff_action(by, "close", league)
