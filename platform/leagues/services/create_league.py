"""Found a league, change its settings, close it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.hold_people import hold_people
from accounts.models import User
from accounts.services import reach
from core import clock
from core.refusals import Refused, refuse, sentence
from core.save_unless_taken import save_unless_taken
from games.kernel.contract import OptionValue
from leagues import access
from leagues.models import League, LeagueGame, Season
from leagues.services import locks, plan, staff
from matches.engine import catalogue, stored_values, targets, tempos
from matches.engine.clocks import HOUR_MS
from matches.models import new_token
from matches.services.rules_versions import version_for_table

GAMES = "games"
"""The field that what is wrong with a league's games is named by."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game as a league is to play it; what is "" or empty is as the game has it."""

    slug: str
    tempo: str = ""
    target: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@transaction.atomic
def create_league(by: User, games: Sequence[GameChoice], **settings: Any) -> League:
    """A new league with this user as its organiser; its first season is planned at once.

    `settings`: columns of `League` by name.

    Raises:
        Refused: those of `access.check_founds`.
        ValidationError: by field; `games` for what is wrong with those.
    """
    # Several at once would each find room for one more.
    hold_people(by.pk)
    access.check_founds(by)
    league = League(created_at=clock.now(), **settings)
    if league.invite_only:
        # An address that nobody guesses: one that is taken would say that the league is there.
        league.slug, league.invite = new_token().lower(), new_token()
    league.full_clean()
    wanted = _checked(league, games)
    save_unless_taken(league)
    league.organisers.add(by)
    _lay(league, wanted)
    staff.report_staff_action(by, "found", league)
    plan.plan_following_season(league)
    return league


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
    """Other settings from the next draw on; `seen`: `League.changes` as the page had it.

    `games` or `organisers` None: as they are.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`.
        ValidationError: by field.
    """
    league = locks.lock_league(league_id)
    access.check_organises(by, league)
    if league.changes != seen:
        raise refuse("changed_meanwhile")
    for name, value in settings.items():
        setattr(league, name, value)
    league.changes += 1
    league.full_clean()
    if organisers is not None and not organisers:
        raise ValidationError({"organisers": _("A league needs at least one organiser.")})
    if organisers is not None:
        _check_organisers(league, by, organisers)
    wanted = None if games is None else _checked(league, games)
    save_unless_taken(league)
    if wanted is not None:
        league.games.update(dropped=True)
        _lay(league, wanted)
    else:
        _checked(league, [_as_played(game) for game in league.games.filter(dropped=False)])
    if organisers is not None:
        league.organisers.set(organisers)
    staff.report_staff_action(by, "change", league)
    return league


@transaction.atomic
def close_league(league_id: int, by: User) -> None:
    """No season follows any more; one that is planned or open for sign-up is called off.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    league = locks.lock_league(league_id)
    access.check_organises(by, league)
    if league.closed_at is None:
        league.closed_at = clock.now()
        league.save(update_fields=["closed_at"])
        before = (Season.State.PLANNED, Season.State.SIGN_UP)
        for season in league.seasons.filter(state__in=before):
            plan.call_off_season(season.pk, by)
        staff.report_staff_action(by, "close", league)


def _check_organisers(league: League, by: User, wanted: Sequence[User]) -> None:
    """Nobody is made an organiser by somebody whom a block keeps apart from them.

    Raises:
        ValidationError: `organisers`.
    """
    new = {one.pk: one for one in wanted if not league.organisers.filter(pk=one.pk).exists()}
    if apart := reach.apart(by.pk, new).all:
        refused = refuse("not_invited_here", name=new[min(apart)].name)
        raise ValidationError({"organisers": sentence(refused.refusal)})


def _checked(league: League, games: Sequence[GameChoice]) -> list[LeagueGame]:
    """The rows to be of these games.

    Raises:
        ValidationError: `games`.
    """
    if not games:
        raise ValidationError({GAMES: _("Choose at least one game.")})
    rows: list[LeagueGame] = []
    for position, game in enumerate(games):
        try:
            row = _row(league, position, game)
        except Refused as refused:
            raise ValidationError({GAMES: sentence(refused.refusal)}) from refused
        if any(row.rules == other.rules and row.tempo == other.tempo for other in rows):
            raise ValidationError({GAMES: _("A game is listed twice with the same settings.")})
        rows.append(row)
    if len({row.rules.game for row in rows}) > 1 and league.counts == League.Counts.ROUNDS:
        raise ValidationError(
            {"counts": _("Points of different games cannot be added up: only places count there.")}
        )
    return rows


def _row(league: League, position: int, game: GameChoice) -> LeagueGame:
    meta = catalogue.game_of(game.slug).meta
    least, most = meta.seats
    if not least <= league.seats <= most:
        raise refuse("bad_seats", game=_(meta.title), least=least, most=most)
    live = [tempo for tempo in meta.tempos if (max(tempo.limits.values()) < HOUR_MS) == league.live]
    tempo = tempos.tempo_of(meta, game.tempo or live[0].slug)
    if tempo not in live:
        raise refuse("wrong_tempo", game=_(meta.title), tempo=_(tempo.label))
    return LeagueGame(
        league=league,
        position=position,
        rules=version_for_table(game.slug, tempo, options=game.options),
        tempo=tempo.slug,
        target=stored_values.to_json(targets.chosen(meta, game.target)),
    )


def _as_played(row: LeagueGame) -> GameChoice:
    return GameChoice(row.rules.game, row.tempo, "", row.rules.options)


def _lay(league: League, rows: Sequence[LeagueGame]) -> None:
    """Save these rows; one that was there before in the same way is taken up again."""
    for row in rows:
        row.league = league
        same = league.games.filter(rules=row.rules, tempo=row.tempo, target=row.target)
        known = same.order_by("-pk").first()
        if known is not None:
            row.pk = known.pk
        row.save()
