"""Plan a season of a league: with an organiser's dates, or by the league's settings."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from core import clock
from core.refusals import refused
from leagues.models import League, Season
from leagues.season import access
from leagues.services import locks
from leagues.services.report_staff_action import report_staff_action
from leagues.services.seasons.season_dates import check_dates


@transaction.atomic
def plan_season(
    league_id: int, by: User, opens_at: datetime, begins_at: datetime, ends_at: datetime
) -> Season:
    """Plan the next season of a league with these dates; it runs by itself from there.

    Raises:
        Refused: `not_found`, `not_yours`, `league_closed`.
        ValidationError: by field.
    """
    league = locks.lock_league(league_id)
    access.check_organises(by, league)
    if league.closed_at is not None:
        raise refused("league_closed")
    if league.seasons.filter(state=Season.State.PLANNED).exists():
        raise ValidationError(_("The next season is already planned. Change that one."))
    season = _new_season(league, opens_at, begins_at, ends_at)
    check_dates(season)
    season.save()
    report_staff_action(by, "plan", season)
    return season


def plan_following_season(league: League) -> Season | None:
    """Plan the first or the next season by the league's settings; None: no season follows.

    Call it under the league's lock; a second call changes nothing.
    """
    is_first = not league.seasons.exists()
    if league.closed_at is not None or not (is_first or league.continues):
        return None
    if league.seasons.exclude(state__in=Season.OVER).exists():
        return None
    opens_at = clock.now()
    if not is_first:
        opens_at += timedelta(days=league.break_days)
    begins_at = opens_at + timedelta(days=league.sign_up_days)
    season = _new_season(
        league, opens_at, begins_at, begins_at + timedelta(days=league.season_days)
    )
    season.save()
    return season


def _new_season(
    league: League, opens_at: datetime, begins_at: datetime, ends_at: datetime
) -> Season:
    last = league.seasons.aggregate(last=Max("number"))["last"] or 0
    return Season(
        league=league, number=last + 1, opens_at=opens_at, begins_at=begins_at, ends_at=ends_at
    )


@transaction.atomic
def continue_league(league_id: int) -> None:
    """Plan the next season, if the league continues by itself and none is planned."""
    plan_following_season(locks.lock_league(league_id))
