"""Advance all leagues: each due step runs in a transaction of its own.

A failed step delays no other one, and the next sweep repeats a step that was killed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Q, QuerySet

from core import clock
from leagues.models import Division, Fixture, League, Season
from leagues.season.appointments import EARLY
from leagues.services import notify
from leagues.services.entries.drop_entry import drop_deleted_users
from leagues.services.fixtures.adjudicate_fixture import adjudicate_fixture
from leagues.services.fixtures.begin_fixture import begin_appointed_match
from leagues.services.fixtures.bring_up_fixtures import bring_up_fixtures
from leagues.services.fixtures.draw_division import draw_division
from leagues.services.fixtures.remind_players import SOON, remind_players
from leagues.services.fixtures.take_result import take_result
from leagues.services.seasons.begin_season import begin_season
from leagues.services.seasons.close_sign_up import close_sign_up
from leagues.services.seasons.end_season import end_season
from leagues.services.seasons.open_sign_up import open_sign_up
from leagues.services.seasons.plan_season import continue_league
from matches.models import Match

log = logging.getLogger(__name__)

State = Season.State


def advance_leagues(leagues: QuerySet[League] | None = None) -> None:
    """Do all due steps of all leagues, or of these; finished steps are not repeated."""
    leagues = League.objects.all() if leagues is None else leagues
    seasons = Season.objects.filter(league__in=leagues)
    for season in seasons.exclude(state__in=Season.OVER).order_by("pk"):
        advance_season(season.pk)
    idle = leagues.filter(closed_at=None, continues=True).exclude(
        seasons__in=Season.objects.exclude(state__in=Season.OVER)
    )
    _each(continue_league, idle)
    _try(notify.send_news)


def advance_season(season_id: int) -> None:
    """Do all due steps of one season."""
    for step in (open_sign_up, close_sign_up):
        _try(step, season_id)
    season = Season.objects.get(pk=season_id)
    if season.state == State.DRAWN:
        _each(draw_division, season.divisions.filter(matches_each=0))
        _try(begin_season, season_id)
        season.refresh_from_db()
    if season.entries.filter(dropped_at=None, bot="").exclude(user__is_active=True).exists():
        _try(drop_deleted_users, season_id)
    if season.state == State.RUNNING:
        _advance_running(season)


def _advance_running(season: Season) -> None:
    now = clock.now()
    fixtures = Fixture.objects.filter(division__season=season)
    arranging = fixtures.filter(state=Fixture.State.ARRANGING)
    overdue = Q(due_at__lte=now)
    _each(take_result, fixtures.filter(state=Fixture.State.RUNNING, match__status__in=Match.OVER))
    _each(begin_appointed_match, arranging.filter(appointment__lte=now))
    if now >= season.ends_at:
        _each(adjudicate_fixture, fixtures.exclude(state=Fixture.State.SETTLED))
    else:
        _each(adjudicate_fixture, fixtures.exclude(state=Fixture.State.SETTLED).filter(overdue))
        waiting = season.divisions.filter(fixtures__state=Fixture.State.WAITING)
        _each(bring_up_fixtures, waiting.distinct())
    near = Q(appointment__lte=now + SOON) | Q(due_at__lte=now + EARLY)
    _each(remind_players, arranging.filter(near))
    if not fixtures.exclude(state=Fixture.State.SETTLED).exists():
        _try(end_season, season.pk)


def _each(
    step: Callable[[int], Any], rows: QuerySet[Fixture] | QuerySet[Division] | QuerySet[League]
) -> None:
    ids: Iterable[int] = list(rows.order_by("pk").values_list("pk", flat=True))
    for pk in ids:
        _try(step, pk)


def _try(step: Callable[..., Any], *args: Any) -> None:
    try:
        step(*args)
    except Exception:
        log.exception("%s of %s failed; the next sweep tries again", step.__name__, args)
