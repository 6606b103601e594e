"""What keeps all leagues going: each step that is due is done, each in a transaction of its own.

A step that fails holds up nothing else, and one that was killed half-way is found by the next sweep.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from core import clock
from leagues.models import Division, Fixture, League, Season
from leagues.services import notify
from leagues.services.entries import drop_entry
from leagues.services.fixtures import adjudicate_fixture, begin_fixture, settle_fixture
from leagues.services.seasons import close_sign_up, end_season, plan_season
from matches.models import Match

log = logging.getLogger(__name__)

State = Season.State


def advance_leagues(leagues: QuerySet[League] | None = None) -> None:
    """Do all that is due in all leagues, or in these; whatever was done before is not done again."""
    leagues = League.objects.all() if leagues is None else leagues
    seasons = Season.objects.filter(league__in=leagues)
    for season in seasons.exclude(state__in=Season.OVER).order_by("pk"):
        advance_season(season.pk)
    idle = leagues.filter(closed_at=None, continues=True).exclude(
        seasons__in=Season.objects.exclude(state__in=Season.OVER)
    )
    _each(end_season.continue_league, idle)
    _try(notify.send_news)


def advance_season(season_id: int) -> None:
    """Do all that is due in one season."""
    for step in (end_season.open_sign_up, close_sign_up.close_sign_up):
        _try(step, season_id)
    season = Season.objects.get(pk=season_id)
    if season.state == State.DRAWN:
        _each(close_sign_up.draw_division, season.divisions.filter(matches_each=0))
        _try(close_sign_up.begin_season, season_id)
        season.refresh_from_db()
    if season.entries.filter(dropped_at=None, bot="").exclude(user__is_active=True).exists():
        _try(drop_entry.drop_deleted_users, season_id)
    if season.state == State.RUNNING:
        _advance_running(season)


def begin_at_once(season_id: int, by: User) -> None:
    """Close sign-up and draw, as those who are all there want to play, and not wait for the sweep.

    Raises:
        Refused: those of `plan.begin_season_now`.
    """
    plan_season.begin_season_now(season_id, by)
    advance_season(season_id)


def draw_anew_at_once(season_id: int, by: User) -> None:
    """Draw a season anew, as the organiser who asks for it wants to see it.

    Raises:
        Refused: those of `draw.draw_anew`.
    """
    close_sign_up.draw_anew(season_id, by)
    for division in Division.objects.filter(season=season_id).order_by("tier"):
        close_sign_up.draw_division(division.pk)


def _advance_running(season: Season) -> None:
    now = clock.now()
    fixtures = Fixture.objects.filter(division__season=season)
    arranging = fixtures.filter(state=Fixture.State.ARRANGING)
    overdue = Q(due_at__lte=now)
    _each(
        settle_fixture.take_result,
        fixtures.filter(state=Fixture.State.RUNNING, match__status__in=Match.OVER),
    )
    _each(begin_fixture.begin_appointed_match, arranging.filter(appointment__lte=now))
    if now >= season.ends_at:
        _each(adjudicate_fixture.adjudicate_fixture, fixtures.exclude(state=Fixture.State.SETTLED))
    else:
        _each(
            adjudicate_fixture.adjudicate_fixture,
            fixtures.exclude(state=Fixture.State.SETTLED).filter(overdue),
        )
        waiting = season.divisions.filter(fixtures__state=Fixture.State.WAITING)
        _each(begin_fixture.bring_up_fixtures, waiting.distinct())
    near = Q(appointment__lte=now + adjudicate_fixture.SOON) | Q(
        due_at__lte=now + adjudicate_fixture.EARLY
    )
    _each(adjudicate_fixture.remind_players, arranging.filter(near))
    if not fixtures.exclude(state=Fixture.State.SETTLED).exists():
        _try(end_season.end_season, season.pk)


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
