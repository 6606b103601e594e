"""Finds the games: every package beside `kernel` whose `GAME` is one."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

import games as folder
from games.kernel.contract import Game
from games.kernel.lessons import Example, Lesson

AnyGame: TypeAlias = Game[Any, Any, Any]


@cache
def games() -> Mapping[str, AnyGame]:
    """All games by slug, in the order of their names; imported at the first call.

    Raises:
        ValueError: a game calls itself otherwise than its folder.
    """
    names = sorted(
        module.name
        for module in pkgutil.iter_modules(folder.__path__)
        if module.ispkg and module.name != "kernel"
    )
    found: dict[str, AnyGame] = {}
    for name in names:
        game = getattr(import_module(f"{folder.__name__}.{name}"), "GAME", None)
        if game is None:
            continue
        if game.meta.slug != name:
            raise ValueError(f"games/{name} calls itself {game.meta.slug}")
        found[name] = game
    return MappingProxyType(found)


def lesson_of(slug: str) -> Lesson:
    """The lesson of the game with this slug; KeyError if there is no such game."""
    found: Lesson = import_module(f"{folder.__name__}.{get(slug).meta.slug}.teaching.lesson").LESSON
    return found


def examples_of(slug: str) -> tuple[Example, ...]:
    """What the rules of the game with this slug are shown by; KeyError if there is no such game."""
    found: tuple[Example, ...] = import_module(
        f"{folder.__name__}.{get(slug).meta.slug}.teaching.examples"
    ).EXAMPLES
    return found


def get(slug: str) -> AnyGame:
    """The game with this slug; KeyError if there is none."""
    return games()[slug]
