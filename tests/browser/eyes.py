"""Whether a page is there for everybody: before axe, at both sizes, in both lights."""

from __future__ import annotations

from itertools import product

from axe_playwright_python.sync_playwright import Axe

from tests.browser.person import DESK, FINISH_ANIMATIONS, PHONE, Person

Look = tuple[dict[str, int], str]
"""A size of the page, and its light."""
LOOKS: tuple[Look, ...] = ((DESK, "light"), (PHONE, "dark"))
ALL_LOOKS = tuple(product((DESK, PHONE), ("light", "dark")))


def look_at(person: Person, look: Look) -> None:
    """Look at the page that is open in this size and light."""
    size, scheme = look
    person.page.set_viewport_size(size)  # type: ignore[arg-type]  # width and height
    person.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two


def flaws(person: Person) -> str:
    """What axe finds on the page that is open; "" for nothing."""
    person.page.evaluate(FINISH_ANIMATIONS)
    found = Axe().run(person.page)
    return f"{person.page.url}\n{found.generate_report()}" if found.violations_count else ""


def seen_by_all(person: Person, *paths: str) -> None:
    """Nothing is in anybody's way on these pages, on a desk in the morning and on a phone at night.

    Without paths: on the page that is open, which is not loaded again.
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
