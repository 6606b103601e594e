"""Long words without a break opportunity wrap: no name makes a page scroll sideways."""

from __future__ import annotations

from secrets import choice
from string import ascii_uppercase

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.leagues import sign_up
from tests.browser.person import Person
from tests.browser.server import Server

WIDE, OTHER = "W" * 24, "M" * 24
"""The widest letters, as many as a name may have."""
SIZES = (
    {"width": 320, "height": 640},
    {"width": 640, "height": 450},
    {"width": 1440, "height": 900},
)
"""The widths of a small phone, of a desktop with 1280 pixels at 200 %, and of a desktop."""


def test_the_longest_names_fit_every_page(arrive: Arrive, server: Server) -> None:
    """No page is wider than the window at 320 pixels or at 200 percent, even with the longest
    names.

    The names are a league's with 60 letters, and a person's of many W.
    """
    # A repeated test creates another league.
    league = "A" * 52 + "".join(choice(ascii_uppercase) for _ in range(8))
    slug, home = league.lower(), f"/leagues/{league.lower()}/"
    wide, other = (arrive(kind="member", name=name) for name in (WIDE, OTHER))
    found_league(wide, league)
    for person in (wide, other):
        sign_up(person, home)
    server.console("add_bots", league=slug, how_many=4)
    pages = [home, f"{home}organise/", f"{home}edit/"]
    wide.goto(f"{home}organise/")
    overflowing = [fault for path in pages for fault in too_wide(wide, path)]
    server.console("begin_season", league=slug)
    wide.goto(f"{home}1/1/")
    fixture = wide.page.locator("a[href*='/fixtures/']").first.get_attribute("href")
    table = server.console("lay", game="sleeping_queens", people=[WIDE, OTHER], public=True)
    assert fixture
    for path in (
        "/",
        "/tables/",
        "/matches/",
        "/leagues/",
        "/friends/",
        "/notices/",
        "/preferences/",
        "/ratings/sleeping_queens/",
        f"{home}1/1/",
        fixture,
        table,
        f"/people/{WIDE}/",
        f"/people/{OTHER}/",
        f"/people/{OTHER}/table/",
    ):
        overflowing += too_wide(wide, path)
    assert overflowing == [], "\n".join(overflowing)


def too_wide(person: Person, path: str) -> list[str]:
    """Return the widths at which this page is wider than the window, with the excess."""
    found = []
    person.goto(path)
    for size in SIZES:
        person.page.set_viewport_size(size)  # type: ignore[arg-type]  # width and height
        over = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if over > 0:
            names = person.page.evaluate(WHO)
            found.append(f"{path} at {size['width']}: {over} px too wide by {names}")
    return found


WHO = """[...document.querySelectorAll('body *')]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.children.length)
  .slice(0, 4).map(one => `${one.tagName}.${one.className} in ${one.parentElement.className}`)"""


def found_league(keeper: Person, league: str) -> None:
    """Create a league by correspondence with the default settings."""
    keeper.goto("/leagues/new/?like=season")
    page = keeper.page
    page.get_by_text("More settings").click()
    page.get_by_label("Name", exact=True).fill(league)
    page.get_by_label("Sleeping Queens", exact=True).check(force=True)
    keeper.press(page.get_by_role("button", name="Create league"))
    expect(page).to_have_url(f"{keeper.home}/leagues/{league.lower()}/organise/")
