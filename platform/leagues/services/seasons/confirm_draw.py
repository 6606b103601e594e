"""Confirm the draw of a season, or draw it again."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from core.refusals import refused
from leagues.models import Division, Fixture, Season, TableChange
from leagues.season import access
from leagues.services import locks
from leagues.services.fixtures.draw_division import draw_division
from leagues.services.report_staff_action import report_staff_action
from leagues.services.seasons.begin_season import begin_drawn_season

State = Season.State


@transaction.atomic
def draw_anew(season_id: int, by: User) -> None:
    """Discard an unconfirmed draw, so that another follows.

    Raises:
        Refused: `not_found`, `not_yours`, `season_not_drawn`.
    """
    season = _drawn(season_id, by)
    Fixture.objects.filter(division__season=season).delete()
    TableChange.objects.filter(division__season=season, kind=TableChange.Kind.DRAWN).delete()
    for division in season.divisions.all():
        division.seed, division.matches_each, division.imbalance = division.seed + 1, 0, None
        division.save(update_fields=["seed", "matches_each", "imbalance"])
    report_staff_action(by, "draw_anew", season)


@transaction.atomic
def confirm_draw(season_id: int, by: User) -> None:
    """Confirm the draw: the season begins.

    Raises:
        Refused: `not_found`, `not_yours`, `season_not_drawn`.
    """
    season = _drawn(season_id, by)
    if season.divisions.filter(matches_each=0).exists():
        raise refused("season_not_drawn")
    begin_drawn_season(season)
    report_staff_action(by, "confirm", season)


def _drawn(season_id: int, by: User) -> Season:
    season = locks.lock_season(season_id)
    access.check_organises(by, season.league)
    if season.state != State.DRAWN:
        raise refused("season_not_drawn")
    return season


def draw_anew_at_once(season_id: int, by: User) -> None:
    """Draw a season again at once, so that the organiser sees the new draw.

    Raises:
        Refused: those of `draw_anew`.
    """
    draw_anew(season_id, by)
    for division in Division.objects.filter(season=season_id).order_by("tier"):
        draw_division(division.pk)
