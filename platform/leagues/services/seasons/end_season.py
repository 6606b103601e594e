"""End a season: on its day, when all matches are played, or early by an organiser."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from core import clock
from core.refusals import refused
from leagues.models import Fixture, News, Season, TableChange
from leagues.season import access
from leagues.services import final_places, history, locks, notify
from leagues.services.report_staff_action import report_staff_action

State = Season.State


@transaction.atomic
def end_season_early(season_id: int, by: User) -> None:
    """End a season now; unplayed matches are decided as on its last day.

    Raises:
        Refused: `not_found`, `not_yours`, `season_not_running`.
    """
    season = locks.lock_season(season_id)
    access.check_organises(by, season.league)
    if season.state != State.RUNNING:
        raise refused("season_not_running")
    now = clock.now()
    if now < season.ends_at:
        season.ends_at = now
        season.save(update_fields=["ends_at"])
        report_staff_action(by, "end_early", season)


@transaction.atomic
def end_season(season_id: int) -> None:
    """End a fully settled season with its final places and movements; a second call changes
    nothing.
    """
    season = locks.lock_season(season_id)
    unsettled = Fixture.objects.filter(division__season=season).exclude(state=Fixture.State.SETTLED)
    if season.state != State.RUNNING or unsettled.exists():
        return
    season.state, season.finished_at = State.FINISHED, clock.now()
    season.save(update_fields=["state", "finished_at"])
    for tier in season.divisions.values_list("pk", flat=True):
        division = locks.lock_division(tier)
        history.record_table_change(
            division, TableChange.Kind.FINAL, final_places.write_final_places(division)
        )
    notify.notify_everybody(season, News.Kind.ENDED)
