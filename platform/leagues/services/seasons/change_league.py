"""Change the settings of a league from the next draw on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import reach
from core.refusals import refused, sentence
from core.save_unless_taken import save_unless_taken
from leagues.models import League
from leagues.season import access
from leagues.services import locks
from leagues.services.report_staff_action import report_staff_action
from leagues.services.seasons.league_games import GameChoice, check_games, choice_of, save_games


@transaction.atomic
def change_league(
    league_id: int,
    by: User,
    games: Sequence[GameChoice] | None,
    *,
    seen: int,
    organisers: Sequence[User] | None = None,
    **settings: Any,
) -> League:
    """Change the settings from the next draw on; `seen`: the value of `League.changes` on the page.

    `games` or `organisers` None: unchanged.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`.
        ValidationError: by field.
    """
    league = locks.lock_league(league_id)
    access.check_organises(by, league)
    if league.changes != seen:
        raise refused("changed_meanwhile")
    for name, value in settings.items():
        setattr(league, name, value)
    league.changes += 1
    league.full_clean()
    if organisers is not None and not organisers:
        raise ValidationError({"organisers": _("A league needs at least one organiser.")})
    if organisers is not None:
        _check_organisers(league, by, organisers)
    wanted = None if games is None else check_games(league, games)
    save_unless_taken(league)
    if wanted is not None:
        league.games.update(dropped=True)
        save_games(league, wanted)
    else:
        check_games(league, [choice_of(game) for game in league.games.filter(dropped=False)])
    if organisers is not None:
        league.organisers.set(organisers)
    report_staff_action(by, "change", league)
    return league


def _check_organisers(league: League, by: User, wanted: Sequence[User]) -> None:
    """Check that no block separates a new organiser from the user who adds them.

    Raises:
        ValidationError: `organisers`.
    """
    new = {one.pk: one for one in wanted if not league.organisers.filter(pk=one.pk).exists()}
    if apart := reach.apart(by.pk, new).all:
        denied = refused("not_invited_here", name=new[min(apart)].name)
        raise ValidationError({"organisers": sentence(denied.refusal)})
