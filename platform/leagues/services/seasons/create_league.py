"""Create a league, and plan its first season."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts.hold_people import hold_people
from accounts.models import User
from core import clock
from core.save_unless_taken import save_unless_taken
from leagues.models import League
from leagues.season import access
from leagues.services.report_staff_action import report_staff_action
from leagues.services.seasons.league_games import GameChoice, check_games, save_games
from leagues.services.seasons.plan_season import plan_following_season
from matches.models import new_token


@transaction.atomic
def create_league(by: User, games: Sequence[GameChoice], **settings: Any) -> League:
    """Create a league with this user as its organiser; its first season is planned at once.

    `settings`: columns of `League` by name.

    Raises:
        Refused: those of `access.check_founds`.
        ValidationError: by field; `games` for errors in those.
    """
    # Without the lock, parallel requests would exceed the limit.
    hold_people(by.pk)
    access.check_founds(by)
    league = League(created_at=clock.now(), **settings)
    if league.invite_only:
        # A random address, because an address in use would reveal the league.
        league.slug, league.invite = new_token().lower(), new_token()
    league.full_clean()
    wanted = check_games(league, games)
    save_unless_taken(league)
    league.organisers.add(by)
    save_games(league, wanted)
    report_staff_action(by, "found", league)
    plan_following_season(league)
    return league
