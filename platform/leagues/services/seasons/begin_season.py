"""Begin a season whose fixtures are drawn."""

from __future__ import annotations

from django.db import transaction

from core import clock
from leagues.models import News, Season
from leagues.services import locks, notify

State = Season.State


@transaction.atomic
def begin_season(season_id: int) -> None:
    """Begin a drawn season, unless it needs an organiser's confirmation; a second call changes
    nothing.
    """
    season = locks.lock_season(season_id)
    undrawn = season.divisions.filter(matches_each=0).exists()
    if season.state == State.DRAWN and not undrawn and not season.league.confirm_draw:
        begin_drawn_season(season)


def begin_drawn_season(season: Season) -> None:
    """Begin the season; a late beginning moves the end by the same time."""
    now = clock.now()
    if now > season.begins_at:
        season.ends_at += now - season.begins_at
        season.begins_at = now
    season.state = State.RUNNING
    season.save(update_fields=["state", "begins_at", "ends_at"])
    notify.notify_everybody(season, News.Kind.BEGUN)
