"""The rooms of the games: a name means the same in each game, and imports form no cycle.

A room is a module or a folder in a game's folder. A reader who knows one game knows the layout of
all games.
"""

from __future__ import annotations

from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.architecture.test_walls import GAMES, game_slugs, imports, modules

IN_EVERY_GAME = {
    "": "actions bots cards feats legality meta options refusals rules sampling scores selection state"
    " teaching told turn view",
    "bots": "bot",
    "teaching": "arranged examples lesson",
}
"""The modules that every game has, by folder; a game adds one for each idea of its own."""

WHERE_NEEDED = {
    "bots": "evaluation judgement opinions rollout mutable_round search_bot vocabulary",
    "teaching": "",
}
"""Further modules that these rooms may hold; every game uses these names and no others."""

KNOWN_BY = {"bots": {"rules"}, "teaching": set[str]()}
"""The rooms of a game that may import these rooms; the registry finds a lesson by its name."""

SLUGS = sorted(game_slugs())

Graph = dict[str, set[str]]
"""The imports between modules or rooms of a game, by name."""


def names(slug: str) -> dict[str, Path]:
    """Return the modules of a game by their names within it: `actions.knight`; "" is the game
    itself.
    """
    home = GAMES / slug
    found = {path.relative_to(home).with_suffix("").parts: path for path in modules(home)}
    return {".".join(parts).removesuffix("__init__").rstrip("."): found[parts] for parts in found}


def module_graph(slug: str) -> Graph:
    """Return the imports between the modules of a game."""
    known, home = names(slug), f"games.{slug}."

    def named(name: str) -> str:
        """Return the module of an imported name, without the name itself."""
        within = name.removeprefix(home)
        return within if within in known else within.rpartition(".")[0]

    return {
        module: {named(name) for name in imports(path) if name.startswith(home)} - {module}
        for module, path in known.items()
    }


def room_graph(slug: str) -> Graph:
    """Return the imports between the rooms of a game; the game's own module, which only has `GAME`,
    is no room.
    """
    graph: Graph = defaultdict(set)
    for module, others in module_graph(slug).items():
        room = module.partition(".")[0]
        if room:
            graph[room] |= {other.partition(".")[0] for other in others} - {room}
    return dict(graph)


def files_in(slug: str, folder: str) -> set[str]:
    """Return the modules and folders in this folder of a game, without `__init__`."""
    within = (name.rpartition(".") for name in names(slug))
    return {name for room, _, name in within if room == folder and name}


def circle_in(graph: Graph) -> list[str]:
    """Return a cycle; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        circle: list[str] = found.args[1]
        return circle
    return []


def test_a_circle_is_found() -> None:
    assert circle_in({"bots": {"sampling"}, "sampling": {"memory"}, "memory": {"bots"}})
    assert not circle_in({"bots": {"sampling", "memory"}, "sampling": {"memory"}})


@pytest.mark.parametrize("slug", [*SLUGS, "kernel"])
def test_modules_of_a_game_form_no_circle(slug: str) -> None:
    assert circle_in(module_graph(slug)) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_rooms_of_a_game_form_no_circle(slug: str) -> None:
    """A folder is one room: it may not be above another by one file and below it by another."""
    assert circle_in(room_graph(slug)) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_games_have_the_same_rooms(slug: str) -> None:
    for folder, expected in IN_EVERY_GAME.items():
        assert sorted(set(expected.split()) - files_in(slug, folder)) == [], (
            f"Every game has these modules: add them to games/{slug}/{folder}."
        )
    for folder, more in WHERE_NEEDED.items():
        may = {*IN_EVERY_GAME[folder].split(), *more.split()}
        assert sorted(files_in(slug, folder) - may) == [], (
            f"Use the names that other games use in {folder}, or add them to `WHERE_NEEDED`."
        )


def test_a_name_has_one_place_in_all_games() -> None:
    """A reader of one game finds the same idea at the same place in every other game."""
    places: dict[str, set[str]] = defaultdict(set)
    for slug in SLUGS:
        for module in names(slug):
            folder, _, name = module.rpartition(".")
            if folder != "versions":
                places[name].add(folder)
    own = {"time_up"}  # a game with all actions in one file has the parts of one action beside it
    assert {
        name: found for name, found in places.items() if len(found) > 1 and name not in own
    } == {}


@pytest.mark.parametrize("slug", SLUGS)
def test_bots_and_teaching_are_above_the_rest(slug: str) -> None:
    graph = room_graph(slug)
    for room, readers in KNOWN_BY.items():
        assert {other for other, known in graph.items() if room in known} <= readers, (
            f"Only {sorted(readers)} may import {room}: move the shared code out of it."
        )


def test_what_only_bots_or_the_lesson_know_lies_with_them() -> None:
    """A room that only bots or the lesson import in every game belongs in their folder."""
    readers: dict[str, set[str]] = defaultdict(set)
    for slug in SLUGS:
        for room, known in room_graph(slug).items():
            for other in known:
                readers[other].add(room)
    assert {room: found for room, found in readers.items() if found <= KNOWN_BY.keys()} == {}
