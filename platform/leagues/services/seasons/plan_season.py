"""Plan a season, move its dates, call it off."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from core import clock
from core.refusals import refuse
from leagues.models import League, News, Season
from leagues.season import access
from leagues.services import locks, notify, staff

LONGEST = timedelta(days=366)
FARTHEST = timedelta(days=2 * 366)


@transaction.atomic
def plan_season(
    league_id: int, by: User, opens_at: datetime, begins_at: datetime, ends_at: datetime
) -> Season:
    """The league's next season, with these dates; it goes on by itself from there.

    Raises:
        Refused: `not_found`, `not_yours`, `league_closed`.
        ValidationError: by field.
    """
    league = locks.lock_league(league_id)
    access.check_organises(by, league)
    if league.closed_at is not None:
        raise refuse("league_closed")
    if league.seasons.filter(state=Season.State.PLANNED).exists():
        raise ValidationError(_("The next season is planned already. Change that one."))
    season = _new(league, opens_at, begins_at, ends_at)
    _check_dates(season)
    season.save()
    staff.report_staff_action(by, "plan", season)
    return season


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
    """Other dates for a season; what is past stays as it is. `seen`: the state that the page had.

    `was`: `Season.dates` as the page had them; "": nobody asks for them.

    Raises:
        Refused: `not_found`, `not_yours`, `season_over`, `changed_meanwhile`.
        ValidationError: by field.
    """
    season = _organised(season_id, by)
    if season.state != seen or was not in ("", season.dates):
        raise refuse("changed_meanwhile")
    before = season.opens_at, season.begins_at, season.ends_at
    if season.state == Season.State.PLANNED:
        season.opens_at = opens_at
    if season.state in (Season.State.PLANNED, Season.State.SIGN_UP):
        season.begins_at = begins_at
    season.ends_at = ends_at
    _check_dates(season)
    season.save()
    if before != (season.opens_at, season.begins_at, season.ends_at):
        tell_dates(season)
    staff.report_staff_action(by, "move", season)
    return season


def tell_dates(season: Season) -> None:
    """Tell all who have signed up that a season begins or ends at another time."""
    facts = {"ends": season.ends_at.isoformat()}
    if season.state in (Season.State.PLANNED, Season.State.SIGN_UP):
        facts["begins"] = season.begins_at.isoformat()
    notify.notify_everybody(season, News.Kind.DATES, str(clock.now_ms()), of=None, **facts)


@transaction.atomic
def begin_season_now(season_id: int, by: User) -> None:
    """Close sign-up at once, as everybody is there; the season keeps its length, and the draw follows.

    Raises:
        Refused: `not_found`, `not_yours`, `season_over`, `season_begun`, `too_few_players`.
    """
    season = _organised(season_id, by)
    if season.state not in (Season.State.PLANNED, Season.State.SIGN_UP):
        raise refuse("season_begun")
    seats, count = season.league.seats, season.entries.filter(dropped_at=None).count()
    if count < seats:
        raise refuse("too_few_players", seats=seats, count=count)
    now = clock.now()
    length = season.ends_at - season.begins_at
    season.opens_at = min(season.opens_at, now - timedelta(seconds=1))
    season.begins_at, season.ends_at = now, now + length
    season.save(update_fields=["opens_at", "begins_at", "ends_at"])
    staff.report_staff_action(by, "move", season)


@transaction.atomic
def call_off_season(season_id: int, by: User) -> None:
    """This season does not take place; one that runs is ended early instead (`services.end.end_season_early`).

    Raises:
        Refused: `not_found`, `not_yours`, `season_over`, `season_begun`.
    """
    season = _organised(season_id, by)
    if season.state not in (Season.State.PLANNED, Season.State.SIGN_UP):
        raise refuse("season_begun")
    season.state = Season.State.CANCELLED
    season.save(update_fields=["state"])
    notify.notify_everybody(season, News.Kind.CALLED_OFF)
    staff.report_staff_action(by, "call_off", season)


def plan_following_season(league: League) -> Season | None:
    """The first season, or the one after the last, planned by the league's own settings; None: none follows.

    Under the league's lock; once, however often it is asked.
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
    season = _new(league, opens_at, begins_at, begins_at + timedelta(days=league.season_days))
    season.save()
    return season


def _new(league: League, opens_at: datetime, begins_at: datetime, ends_at: datetime) -> Season:
    last = league.seasons.aggregate(last=Max("number"))["last"] or 0
    return Season(
        league=league, number=last + 1, opens_at=opens_at, begins_at=begins_at, ends_at=ends_at
    )


def _organised(season_id: int, by: User) -> Season:
    season = locks.lock_season(season_id)
    access.check_organises(by, season.league)
    if season.is_over:
        raise refuse("season_over")
    return season


def _check_dates(season: Season) -> None:
    """Raises `ValidationError`, by field."""
    now = clock.now()
    wrong: dict[str, str] = {}
    has_begun = season.state not in (Season.State.PLANNED, Season.State.SIGN_UP)
    if season.begins_at <= season.opens_at:
        wrong["begins_at"] = _("The season has to begin after its sign-up opens.")
    elif not has_begun and season.begins_at <= now:
        wrong["begins_at"] = _("That is in the past.")
    elif season.begins_at > now + FARTHEST:
        wrong["begins_at"] = _("That is too far away: two years at most.")
    if season.ends_at <= max(season.begins_at, now):
        wrong["ends_at"] = _("The season has to end after it begins, and not in the past.")
    elif season.ends_at - season.begins_at > LONGEST:
        wrong["ends_at"] = _("A season lasts a year at most.")
    others = season.league.seasons.exclude(pk=season.pk).exclude(state=Season.State.CANCELLED)
    for other in others:
        end = other.finished_at or other.ends_at
        if season.opens_at < end and other.opens_at < season.ends_at:
            earlier = other.number < season.number
            wrong["opens_at" if earlier else "ends_at"] = _(
                "Season %(number)s is not over by then: seasons do not overlap."
            ) % {"number": other.number}
    if wrong:
        raise ValidationError(wrong)
