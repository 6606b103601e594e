"""Whether a page is there for everybody: at both sizes, in both lights."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe

from tests.browser.person import DESK, FINISH_ANIMATIONS, PHONE, Person

LOOKS = ((DESK, "light"), (PHONE, "dark"))


def seen_by_all(person: Person, *paths: str) -> None:
    """Nothing is in anybody's way on these pages, on a desk in the morning and on a phone at night.

    Without paths: on the page that is open, which is not loaded again.
    """
    for path in paths or ("",):
        if path:
            person.goto(path)
        for size, scheme in LOOKS:
            person.page.set_viewport_size(size)  # type: ignore[arg-type]  # width and height
            person.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two
            person.page.evaluate(FINISH_ANIMATIONS)
            found = Axe().run(person.page)
            assert found.violations_count == 0, f"{person.page.url}\n{found.generate_report()}"
            width = person.page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], person.page.url
        person.page.set_viewport_size(DESK)  # type: ignore[arg-type]  # likewise
