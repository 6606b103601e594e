"""The catalogue of games and of the rules versions by which matches play them.

This is the only module of the platform that finds games. The other modules of this package query a
game through it.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf

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
    """Return the descriptions of all games, sorted by slug; pages show them `easiest_first`."""
    return [game.meta for game in registry.games().values()]


def easiest_first() -> list[Meta]:
    """Return the descriptions of all games: those with the shortest lesson first, then those with
    the shortest rounds. A game without a lesson comes last. Every list of games on a page has this
    order.
    """

    def effort(meta: Meta) -> tuple[float, int]:
        longest = max(most for _least, most in meta.minutes.values())
        try:
            steps: float = len(registry.lesson_of(meta.slug).steps)
        except (KeyError, ModuleNotFoundError):
            steps = inf
        return steps, longest

    return sorted(metas(), key=effort)


def game_of(slug: str) -> AnyGame:
    """Return the game with this slug.

    Raises:
        Refused: `unknown_game`.
    """
    try:
        return registry.get(slug)
    except KeyError:
        raise refused("unknown_game", game=slug[:40]) from None


def lesson_of(slug: str) -> Lesson:
    """Return the lesson of the game with this slug.

    Raises:
        Refused: `unknown_game`.
    """
    return registry.lesson_of(game_of(slug).meta.slug)


def examples_of(slug: str) -> tuple[Example, ...]:
    """Return the examples of the game with this slug.

    Raises:
        Refused: `unknown_game`.
    """
    return registry.examples_of(game_of(slug).meta.slug)


def check_level(meta: Meta, level: str) -> None:
    """Refuse a bot level that the game does not have.

    Raises:
        Refused: `level_missing`, `unknown_level`.
    """
    if not level:
        raise refused("level_missing")
    if level not in [known.slug for known in meta.levels]:
        raise refused("unknown_level", level=level[:40])


@lru_cache(maxsize=512)
def number_of(version_id: int) -> int:
    """Return the number of a rules version within its game.

    Raises:
        RulesVersion.DoesNotExist: no rules version has this id.
    """
    return RulesVersion.objects.values_list("version", flat=True).get(pk=version_id)


@lru_cache(maxsize=512)
def rules_of(version_id: int) -> tuple[AnyGame, Rules]:
    """Return a rules version in the form that its game reads.

    The result is cached because a rules version never changes. An option that the game gained later
    has its default, which is how the game was played before.

    Raises:
        RulesVersion.DoesNotExist: no rules version has this id.
        core.data_releases.MissingRelease: the data that it pins are missing.
    """
    row = RulesVersion.objects.get(pk=version_id)
    game = game_of(row.game)
    return game, Rules(
        revision=row.revision,
        options=options.complete(game.meta, row.options),
        data=editions.load(game, row.data),
    )
