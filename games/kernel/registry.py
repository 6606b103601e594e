"""The registry of games: every package beside `kernel` that has a `GAME`."""

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
    """Return all games by slug, sorted by name; the first call imports them.

    Raises:
        ValueError: a game's slug is not the name of its folder.
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
            raise ValueError(f"games/{name} has the slug {game.meta.slug}: use the folder's name")
        found[name] = game
    return MappingProxyType(found)


def lesson_of(slug: str) -> Lesson:
    """Return the lesson of the game with this slug; raise KeyError if there is no such game."""
    found: Lesson = import_module(f"{folder.__name__}.{get(slug).meta.slug}.teaching.lesson").LESSON
    return found


def examples_of(slug: str) -> tuple[Example, ...]:
    """Return the examples for the rules of this game; raise KeyError if there is no such game."""
    found: tuple[Example, ...] = import_module(
        f"{folder.__name__}.{get(slug).meta.slug}.teaching.examples"
    ).EXAMPLES
    return found


def get(slug: str) -> AnyGame:
    """Return the game with this slug; raise KeyError if there is none."""
    return games()[slug]
