"""axe finds nothing on any page with its own address, nor in any state of a board.

Each page is checked in one theme and language, and with `make soak` in all of them.
"""

from __future__ import annotations

from importlib import import_module
from itertools import cycle, product

import pytest

from games.kernel import registry
from tests.browser.boards import Boards
from tests.browser.conftest import Arrive
from tests.browser.eyes import ALL_LOOKS, LOOKS, flaws, look_at
from tests.browser.screenshots import LEAGUE, PAGES
from tests.browser.server import Server

LOCALES = ("de-DE", "en-GB", "fr-CH", "it-CH")
PATHS = (
    *(path for path in PAGES.values() if not path.startswith(LEAGUE)),
    *(f"/rules/{game}/" for game in sorted(registry.games())),
    *(
        f"/rules/{game}/examples/{example.name}/?step=1"
        for game in sorted(registry.games())
        for example in registry.examples_of(game)[:1]
    ),
    *(f"/ratings/{game}/" for game in sorted(registry.games())),
    *(f"/play/{game}/friends/" for game in sorted(registry.games())),
)
VARIANTS = tuple(product(LOCALES, ("dark", "light")))
PASSING = {"over", "photo_finish"}
"""Phases that are too short in any round; `test_races.py` checks a photo finish."""


@pytest.mark.parametrize(
    ("locale", "scheme", "paths"),
    [
        *((*variant, PATHS[at :: len(VARIANTS)]) for at, variant in enumerate(VARIANTS)),
        *(pytest.param(*variant, PATHS, marks=pytest.mark.soak) for variant in VARIANTS),
    ],
)
def test_axe_finds_nothing(
    arrive: Arrive, locale: str, scheme: str, paths: tuple[str, ...]
) -> None:
    person = arrive(kind="member", locale=locale, color_scheme=scheme)
    person.expected_troubles.append("404")
    found = []
    for path in paths:
        person.goto(path)
        found.append(flaws(person))
    assert not any(found), "\n".join(filter(None, found))


@pytest.mark.parametrize("slug", registry.games())
def test_axe_finds_nothing_on_boards(arrive: Arrive, server: Server, slug: str) -> None:
    """Each game is checked in two languages, on a desktop in light mode and a phone in dark mode."""
    at = sorted(registry.games()).index(slug)
    boards = Boards(server, arrive, slug, [LOCALES[at % 4]], LOCALES[(at + 1) % 4])
    found = []
    for (state, (person,)), look in zip(boards.states(), cycle(LOOKS), strict=False):
        look_at(person, look)
        if flaw := flaws(person):
            found.append(f"{state}, {look}: {flaw}")
    assert not found, "\n".join(found)
    phases = set(import_module(f"games.{slug}.state").Phase)
    assert phases - boards.phases <= PASSING


@pytest.mark.soak
@pytest.mark.parametrize("slug", registry.games())
def test_axe_finds_nothing_on_boards_in_any_variant(
    arrive: Arrive, server: Server, slug: str
) -> None:
    boards = Boards(server, arrive, slug, LOCALES, LOCALES[0])
    found = []
    for state, people in boards.states():
        for person, look in product(people, ALL_LOOKS):
            look_at(person, look)
            if flaw := flaws(person):
                found.append(f"{state}, {look}: {flaw}")
    assert not found, "\n".join(found)
