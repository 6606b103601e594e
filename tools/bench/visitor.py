"""A user of a slow browser who loads pages, plays, talks and opens sheets, on a desktop or a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import TimeoutError as TooLate

from tests.browser import vitals
from tests.browser.person import DESK, PATIENCE_MS, Person, context_of, surface_of
from tests.browser.players import Promise

SLOWED = 4
"""The factor by which the browser is slower than this machine, roughly a phone of some years ago.
"""
SETTLED_MS = 1_500
"""Time until a page load or other players' moves are fully shown, in milliseconds."""
ANSWERED_MS = 500
"""Time until the effects of a press are painted, in milliseconds."""
SAID = "Hello"


@dataclass
class Noted:
    """The record of one visit: the layout shift, and the time of each answer in milliseconds."""

    loading: float = 0.0
    pushes: float = 0.0
    answers: dict[str, float] = field(default_factory=dict)

    @property
    def slowest(self) -> float:
        """Interaction to Next Paint: with so few interactions, the slowest one."""
        return max(self.answers.values(), default=0.0)


class Visitor:
    """One slowed page in its own browser, and the record of a visit with it."""

    def __init__(self, browser: Browser, home: str, cookie: str, *, phone: bool) -> None:
        size = {"width": 360, "height": 640} if phone else DESK
        context = context_of(browser, phone=phone, motion=True, viewport=size)
        if cookie:
            name, _, value = cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": home}])
        vitals.watch(context)
        self.phone = phone
        self.person = Person(context, home, lambda control: self._press(surface_of(control)))
        self.noted = Noted()
        line = context.new_cdp_session(self.page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})

    @property
    def page(self) -> Page:
        """The page."""
        return self.person.page

    def load(self, path: str) -> None:
        """Open a page, and record the shifts meanwhile."""
        self.person.goto(path)
        self.noted.loading = max(self.noted.loading, self._shifted())
        vitals.interactions(self.page)

    def sees_others(self) -> None:
        """Record the shifts since the last call, which other players caused."""
        self.noted.pushes = max(self.noted.pushes, self._shifted())

    def plays(self, promise: Promise) -> None:
        """Choose the most promising action, press by press, if one is worth it."""
        best = self.person.best(promise)
        if best is None:
            return
        with suppress(TooLate):  # another player was quicker
            self.person.choose(best)
        self._answered("playing")

    def presses(self, what: str, selector: str) -> bool:
        """Press the first of these that is visible; return whether there is one."""
        found = self.page.locator(f"{selector} >> visible=true")
        if not found.count():
            return False
        self._press(found.first)
        self._answered(what)
        return True

    def types(self, what: str, *keys: str) -> None:
        """Press keys one after the other, as people do."""
        for key in keys:
            self.page.keyboard.press(key, delay=30)
        self._answered(what)

    def opens(self, sheet: str) -> bool:
        """Open a sheet of the table if its button is visible."""
        return self.presses(sheet, f"[popovertarget={sheet}]")

    def talks(self) -> None:
        """Say something at the table."""
        if self.presses("talk", "#talk-text"):
            self.types("typing", *SAID)
            self.types("saying", "Enter")

    def leaves(self) -> None:
        """Close the browser."""
        self.person.context.close()

    def _press(self, surface: Locator) -> None:
        """Press with a finger or the mouse directly. Playwright's own taps and clicks also make the
        page hit-test the position, during the measured time.
        """
        surface.scroll_into_view_if_needed(timeout=PATIENCE_MS)
        box = surface.bounding_box(timeout=PATIENCE_MS)
        if box is None:
            raise TooLate(f"{surface} is gone.")
        press = self.page.touchscreen.tap if self.phone else self.page.mouse.click
        press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def _shifted(self) -> float:
        self.page.wait_for_timeout(SETTLED_MS)
        return vitals.cumulative(vitals.shifts(self.page))

    def _answered(self, what: str) -> None:
        self.page.wait_for_timeout(ANSWERED_MS)
        ms = max((one.ms for one in vitals.interactions(self.page)), default=0.0)
        self.noted.answers[what] = max(self.noted.answers.get(what, 0.0), ms)
        # A movement that the user asked for is no shift.
        vitals.shifts(self.page)


@contextmanager
def visit(browser: Browser, home: str, cookie: str, *, phone: bool) -> Iterator[Visitor]:
    """Open a visitor until the block ends."""
    visitor = Visitor(browser, home, cookie, phone=phone)
    try:
        yield visitor
    finally:
        visitor.leaves()
