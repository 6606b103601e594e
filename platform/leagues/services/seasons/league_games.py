"""The games of a league: their settings, checked and saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.refusals import Refused, refused, sentence
from games.kernel.contract import OptionValue
from leagues.models import League, LeagueGame
from matches.engine import catalogue, stored_values, targets, tempos
from matches.engine.clocks import HOUR_MS
from matches.services.rules_versions import version_for_table

GAMES = "games"
"""The field name of errors in a league's games."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game with its settings in a league; empty values mean the game's own defaults."""

    slug: str
    tempo: str = ""
    target: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)


def check_games(league: League, games: Sequence[GameChoice]) -> list[LeagueGame]:
    """Return the unsaved rows of these games.

    Raises:
        ValidationError: `games`, with the slug of a wrong game as its code.
    """
    if not games:
        raise ValidationError({GAMES: _("Choose at least one game.")})
    rows: list[LeagueGame] = []
    for position, game in enumerate(games):
        try:
            row = _game_row(league, position, game)
        except Refused as error:
            about = ValidationError(sentence(error.refusal), code=game.slug)
            raise ValidationError({GAMES: about}) from error
        if any(row.rules == other.rules and row.tempo == other.tempo for other in rows):
            raise ValidationError({GAMES: _("You listed a game twice with the same settings.")})
        rows.append(row)
    if len({row.rules.game for row in rows}) > 1 and league.counts == League.Counts.ROUNDS:
        raise ValidationError(
            {"counts": _("Points of different games cannot be added up. Choose “places” instead.")}
        )
    return rows


def _game_row(league: League, position: int, game: GameChoice) -> LeagueGame:
    meta = catalogue.game_of(game.slug).meta
    least, most = meta.seats
    if not least <= league.seats <= most:
        raise refused("bad_seats", game=_(meta.title), least=least, most=most)
    live = [tempo for tempo in meta.tempos if (max(tempo.limits.values()) < HOUR_MS) == league.live]
    tempo = tempos.tempo_of(meta, game.tempo or live[0].slug)
    if tempo not in live:
        raise refused("wrong_tempo", game=_(meta.title), tempo=_(tempo.label))
    return LeagueGame(
        league=league,
        position=position,
        rules=version_for_table(game.slug, tempo, options=game.options),
        tempo=tempo.slug,
        target=stored_values.to_json(targets.chosen(meta, game.target)),
    )


def choice_of(row: LeagueGame) -> GameChoice:
    return GameChoice(row.rules.game, row.tempo, "", row.rules.options)


def save_games(league: League, rows: Sequence[LeagueGame]) -> None:
    """Save these rows; a dropped row with the same settings is used again."""
    for row in rows:
        row.league = league
        same = league.games.filter(rules=row.rules, tempo=row.tempo, target=row.target)
        known = same.order_by("-pk").first()
        if known is not None:
            row.pk = known.pk
        row.save()
