"""The accessibility check of a page: with axe, at both sizes, in both themes."""

from __future__ import annotations

from itertools import product

from axe_playwright_python.sync_playwright import Axe

from tests.browser.person import DESK, FINISH_ANIMATIONS, PHONE, Person

Look = tuple[dict[str, int], str]
"""A size and a theme of the page."""
LOOKS: tuple[Look, ...] = ((DESK, "light"), (PHONE, "dark"))
ALL_LOOKS = tuple(product((DESK, PHONE), ("light", "dark")))


def look_at(person: Person, look: Look) -> None:
    """Give the open page this size and theme."""
    size, scheme = look
    person.page.set_viewport_size(size)  # type: ignore[arg-type]  # width and height
    person.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two


def flaws(person: Person) -> str:
    """Return the problems that axe finds on the open page; "" for none."""
    person.page.evaluate(FINISH_ANIMATIONS)
    found = Axe().run(person.page)
    return f"{person.page.url}\n{found.generate_report()}" if found.violations_count else ""


def seen_by_all(person: Person, *paths: str) -> None:
    """Check that axe finds nothing on these pages, on a desktop in light mode and a phone in dark
    mode.

    Without paths, check the open page without a reload.
    """
    for path in paths or ("",):
        if path:
            person.goto(path)
        for look in LOOKS:
            look_at(person, look)
            assert not (found := flaws(person)), found
            width = person.page.evaluate("document.documentElement.scrollWidth")
            assert width <= look[0]["width"], person.page.url
        person.page.set_viewport_size(DESK)  # type: ignore[arg-type]  # likewise
