"""The games that there are, and the rules versions by which matches play them.

The only module of the platform that finds games. What the other modules of this room ask a game
goes by what stands here.
"""

from __future__ import annotations

from functools import lru_cache

from core.refusals import refused
from games.kernel import options, registry
from games.kernel.contract import (
    Meta,
    Rules,
)
from games.kernel.lessons import Example, Lesson
from games.kernel.registry import AnyGame
from matches.engine import editions
from matches.models import RulesVersion


def metas() -> list[Meta]:
    """The descriptions of all games, in the order of their slugs."""
    return [game.meta for game in registry.games().values()]


def game_of(slug: str) -> AnyGame:
    """The game with this slug.

    Raises:
        Refused: `unknown_game`.
    """
    try:
        return registry.get(slug)
    except KeyError:
        raise refused("unknown_game", game=slug[:40]) from None


def lesson_of(slug: str) -> Lesson:
    """The lesson of the game with this slug.

    Raises:
        Refused: `unknown_game`.
    """
    return registry.lesson_of(game_of(slug).meta.slug)


def examples_of(slug: str) -> tuple[Example, ...]:
    """The examples of the game with this slug.

    Raises:
        Refused: `unknown_game`.
    """
    return registry.examples_of(game_of(slug).meta.slug)


def check_level(meta: Meta, level: str) -> None:
    """Refuse a level of bots that the game does not have.

    Raises:
        Refused: `unknown_level`.
    """
    if level not in [known.slug for known in meta.levels]:
        raise refused("unknown_level", level=level[:40])


@lru_cache(maxsize=512)
def number_of(version_id: int) -> int:
    """The number of a rules version among those of its game.

    Raises:
        RulesVersion.DoesNotExist: there is none with this id.
    """
    return RulesVersion.objects.values_list("version", flat=True).get(pk=version_id)


@lru_cache(maxsize=512)
def rules_of(version_id: int) -> tuple[AnyGame, Rules]:
    """A rules version as its game sees it; kept, because a version never changes.

    An option that the game has got since is as its default: as it was played before.

    Raises:
        RulesVersion.DoesNotExist: there is none with this id.
        core.data_releases.MissingRelease: nobody has the data that it pins.
    """
    row = RulesVersion.objects.get(pk=version_id)
    game = game_of(row.game)
    return game, Rules(
        revision=row.revision,
        options=options.complete(game.meta, row.options),
        data=editions.load(game, row.data),
    )
