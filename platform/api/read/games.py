"""Endpoints for games: how each is played, and the schemas of its actions, observations and events."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext

from api.answers import Answer, Moment, Page, Paged, moment_or_none
from api.endpoints import Call, endpoint
from api.paging import page_of
from core.refusals import Refused, refused
from games.kernel.contract import Meta
from matches.engine import catalogue, targets
from matches.engine.schemas import json_schema
from matches.models import RulesVersion

TAG = "Games"


class Choice(Answer, frozen=True, kw_only=True):
    """An option of the rules, with its choices; the first is the rulebook's own."""

    name: str
    label: str
    choices: list[bool | int | str]


class TargetOf(Answer, frozen=True, kw_only=True):
    """A target that a match may be played for; the first is the default."""

    target: str
    label: str


class Tempo(Answer, frozen=True, kw_only=True):
    """A tempo: milliseconds by kind of deadline, and the time bank of a seat. The first is the
    default.
    """

    tempo: str
    label: str
    limits: dict[str, int]
    bank_ms: int


class Level(Answer, frozen=True, kw_only=True):
    """A bot of the house: each level plays better than the one before."""

    level: str
    label: str
    version: int


class Game(Answer, frozen=True, kw_only=True):
    """A game, and how it can be played.

    `seats`: the minimum and the maximum, in this order; `least_seats` and `most_seats` are the same
    values.
    """

    game: str
    title: str
    seats: Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
    least_seats: int
    most_seats: int
    revisions: list[int]
    options: list[Choice]
    targets: list[TargetOf]
    tempos: list[Tempo]
    levels: list[Level]


class Rules(Answer, frozen=True, kw_only=True):
    """A rules version, which never changes: revision of the code, options, and the hash of its
    data.
    """

    id: int
    game: str
    version: int
    revision: int
    options: dict[str, Any]
    data: str
    published: Moment | None
    offered: bool


@endpoint("GET", "games", tag=TAG)
def list_games(call: Call) -> list[Game]:
    """List the games of this server."""
    return [_game(meta) for meta in catalogue.metas()]


@endpoint("GET", "games/{game}", tag=TAG)
def show_game(call: Call, game: str) -> Game:
    """Show one game: its seats, options, tempos and bots."""
    return _game(game_for(game))


@endpoint("GET", "games/{game}/schema", tag=TAG)
def show_game_schema(call: Call, game: str) -> dict[str, Any]:
    """Return the JSON Schema of a game's actions, observations, events, outcomes and standings."""
    return json_schema(game_for(game).slug)


class RulesQuery(Paged, frozen=True, kw_only=True):
    """The filter of rules versions: those of one game, or all."""

    game: Annotated[str, msgspec.Meta(max_length=40)] = ""


@endpoint("GET", "rules", tag=TAG)
def list_rules(call: Call, query: RulesQuery) -> Page[Rules]:
    """List the rules versions of matches; a match names its own as `rules`."""
    found = RulesVersion.objects.all()
    if query.game:
        found = found.filter(game=query.game)
    return page_of(found, query, {"id": int}, _rules)


@endpoint("GET", "rules/{rules_id}", tag=TAG)
def show_rules(call: Call, rules_id: int) -> Rules:
    """Show one rules version, by the id that matches and rounds name as `rules`."""
    return _rules(_rules_for(rules_id))


@endpoint("GET", "rules/{rules_id}/data", tag=TAG)
def show_rules_data(call: Call, rules_id: int) -> dict[str, Any]:
    """Return a rules version's pinned data: words, and all cards in their order before a shuffle.

    The data never changes. It is `{}` for a game whose cards are always the same;
    /api/guide/verify/ lists those.
    """
    game, rules = catalogue.rules_of(_rules_for(rules_id).pk)
    return game.pinned(rules)


def _rules_for(rules_id: int) -> RulesVersion:
    found = RulesVersion.objects.filter(pk=rules_id).first()
    if found is None:
        raise refused("not_found")
    return found


def game_for(slug: str) -> Meta:
    """Return the metadata of the game that an address names.

    Raises:
        Refused: `not_found`.
    """
    try:
        return catalogue.game_of(slug).meta
    except Refused:
        raise refused("not_found") from None


def _game(meta: Meta) -> Game:
    return Game(
        game=meta.slug,
        title=gettext(meta.title),
        seats=list(meta.seats),
        least_seats=meta.seats[0],
        most_seats=meta.seats[1],
        revisions=list(meta.revisions),
        options=[
            Choice(name=one.name, label=gettext(one.label), choices=list(one.choices))
            for one in meta.options
        ],
        targets=[
            TargetOf(target=targets.slug(t), label=targets.words(meta, t)) for t in meta.targets
        ],
        tempos=[
            Tempo(tempo=one.slug, label=gettext(one.label), limits=one.limits, bank_ms=one.bank_ms)
            for one in meta.tempos
        ],
        levels=[
            Level(level=one.slug, label=gettext(one.label), version=one.version)
            for one in meta.levels
        ],
    )


def _rules(row: RulesVersion) -> Rules:
    return Rules(
        id=row.pk,
        game=row.game,
        version=row.version,
        revision=row.revision,
        options=row.options,
        data=row.data,
        published=moment_or_none(row.published),
        offered=row.offered,
    )
