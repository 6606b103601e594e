"""Every page that has an address of its own, before axe: each in one of the themes and languages."""

from __future__ import annotations

from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.kernel import registry
from tests.browser.conftest import Arrive
from tests.browser.person import FINISH_ANIMATIONS
from tests.browser.screenshots import LEAGUE, PAGES

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
    found = {}
    for path in paths:
        person.goto(path)
        person.page.evaluate(FINISH_ANIMATIONS)
        report = Axe().run(person.page)
        if report.violations_count:
            found[path] = report.generate_report()
    assert not found, "\n".join(f"{path}\n{report}" for path, report in found.items())
