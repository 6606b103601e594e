"""Sign up for a season: people by themselves, bots by an organiser."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from accounts.bot_accounts import check_is_no_bot
from accounts.models import User
from core import clock, rate_limits
from core.refusals import refused
from leagues.models import Entry, Member, Season
from leagues.season import access, agreed_settings, limits
from leagues.services import locks
from leagues.services.entries.fill_places import fill_places
from leagues.services.entries.membership import note_member
from leagues.services.report_staff_action import report_staff_action
from matches.engine import catalogue

State = Season.State


@transaction.atomic
def sign_up(season_id: int, user: User) -> Entry:
    """Sign a user up for a season; after its beginning, the user waits for a vacant place.

    Raises:
        Refused: `for_people`, `not_found`, `needs_account`, `already_entered`, `sign_up_closed`,
            `rate_limited`.
    """
    check_is_no_bot(user)
    season = locks.lock_season(season_id)
    if user.is_guest:
        raise refused("needs_account")
    if season.entries.filter(user=user, dropped_at=None).exists():
        raise refused("already_entered")
    if not access.may_see(user, season.league):
        raise refused("not_found")
    _check_may_come(season)
    rate_limits.check_attempts(limits.ENTRIES.counter(str(user.pk), str(season.pk)))
    if season.league.invite_only:
        note_member(season.league, user.pk, Member.State.JOINED)
    entry = _enter(season, user=user)
    fill_places(season, entry)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def add_bot(season_id: int, by: User, level: str) -> Entry:
    """Sign up a bot of this level, which every game of the league must have.

    Raises:
        Refused: `not_found`, `not_yours`, `level_missing`, `unknown_level`, `sign_up_closed`.
    """
    season = locks.lock_season(season_id)
    access.check_organises(by, season.league)
    for game in season.league.games.filter(dropped=False).select_related("rules"):
        catalogue.check_level(catalogue.game_of(game.rules.game).meta, level)
    _check_may_come(season)
    last = season.entries.aggregate(last=Max("bot_number"))["last"]
    entry = _enter(season, bot=level, bot_number=last + 1 if last else 1)
    report_staff_action(by, "add_bot", entry)
    fill_places(season)
    entry.refresh_from_db()
    return entry


def _check_may_come(season: Season) -> None:
    comes_late = season.state in (State.DRAWN, State.RUNNING)
    if season.state != State.SIGN_UP and not (
        comes_late and agreed_settings.of_season(season).substitutes
    ):
        raise refused("sign_up_closed")


def _enter(season: Season, **who: object) -> Entry:
    return Entry.objects.create(
        season=season,
        signed_up_at=clock.now(),
        late=season.state != State.SIGN_UP,
        **who,
    )
