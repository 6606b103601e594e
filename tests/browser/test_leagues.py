"""A league in the browser: created, signed up for, played on a fast clock, with promotions."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.eyes import seen_by_all
from tests.browser.leagues import arrives
from tests.browser.person import Person
from tests.browser.server import Server

LEAGUE = "/leagues/autumn-league/"
PEOPLE = ("Alma Eule", "Bruno Eule", "Cleo Eule", "Dora Eule")
BOTS = 20


@pytest.mark.long
def test_a_league_of_24_from_sign_up_to_promotion(arrive: Arrive, server: Server) -> None:
    server.console("set_aside", league="autumn-league")
    keeper = arrive(kind="staff", name="Olga Eule")
    create_autumn_league(keeper)
    server.manage("hurry_league", "autumn-league", "--days", "0")
    people = arrives(arrive, PEOPLE, LEAGUE)
    keeper.goto(f"{LEAGUE}organise/")
    keeper.press(keeper.page.get_by_role("button", name="Add a bot"))
    server.console("add_bots", league="autumn-league", how_many=BOTS - 1)
    keeper.goto(LEAGUE)
    expect(keeper.page.get_by_role("heading", name="24 have signed up")).to_be_visible()
    seen_by_all(keeper, LEAGUE, f"{LEAGUE}organise/", "/leagues/", "/leagues/new/")

    server.manage("hurry_league", "autumn-league", "--days", "5")
    the_draw_is_moved_sideways(keeper)
    alma = people[0]
    alma.goto(f"{LEAGUE}1/")
    expect(alma.page.get_by_role("heading", name="Season 1, division 1")).to_be_visible()
    expect(alma.page.locator(".is-you")).to_contain_text("Alma Eule")
    alma.page.evaluate("window.neverReloaded = true")
    open_before = alma.page.get_by_text("matches count").inner_text()

    while server.manage("hurry_league", "autumn-league", "--days", "1")["state"] == "running":
        pass
    # A push brought the last result to the open page.
    expect(alma.page.locator(".league-table thead")).to_contain_text("In the end")
    assert alma.page.get_by_text("matches count").inner_text() != open_before
    assert alma.page.evaluate("window.neverReloaded")

    goes_up = [*movers(alma, 2, "is-up")]
    goes_down = [*movers(alma, 1, "is-down")]
    assert (len(goes_up), len(goes_down)) == (2, 2)
    expect(alma.page.get_by_role("heading", name="How the places changed")).to_be_visible()
    seen_by_all(alma, f"{LEAGUE}1/1/")

    for person in people:  # players stay for the next season
        person.goto(LEAGUE)
        expect(person.page.get_by_text("You are in.")).to_be_visible()
    server.manage("hurry_league", "autumn-league", "--days", "5")
    first, second = names(alma, 2, 1), names(alma, 2, 2)
    assert len(first) == len(second) == 12
    assert set(goes_up) <= set(first)
    assert set(goes_down) <= set(second)


def create_autumn_league(keeper: Person) -> None:
    """Let the keeper create the league, after an error about contradicting settings."""
    keeper.goto("/leagues/")
    keeper.press(keeper.page.get_by_role("link", name="New league"))
    page = keeper.page
    keeper.press(page.get_by_role("link", name="A season of divisions"))
    page.get_by_label("Name", exact=True).fill("Autumn league")
    page.get_by_text("More settings").click()
    page.get_by_label("Matches per player in a season").fill("2")
    page.get_by_label("Matches a player has at the same time").fill("1")
    page.get_by_label("Days to sign up").fill("5")
    page.get_by_label("Length of a season in days").fill("20")
    page.get_by_label("Days between seasons").fill("0")
    keeper.expected_troubles.append("422")
    keeper.press(page.get_by_role("button", name="Create league"))
    expect(page.get_by_text("Choose at least one game.")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Autumn league")
    keeper.press(page.get_by_label("Sleeping Queens", exact=True))
    keeper.press(page.get_by_role("button", name="Create league"))
    expect(page).to_have_url(f"{keeper.home}{LEAGUE}organise/")


def the_draw_is_moved_sideways(keeper: Person) -> None:
    """The table of seven columns scrolls sideways on a phone; the page does not."""
    desk = keeper.page.viewport_size
    keeper.page.set_viewport_size({"width": 360, "height": 740})
    keeper.goto(f"{LEAGUE}organise/")
    keeper.press(keeper.page.locator("summary", has_text="Pairings"))
    box = keeper.page.get_by_role("group", name="Imbalance, scrollable")
    moved = box.evaluate("box => { box.scrollLeft = 9999; return box.scrollLeft; }")
    assert moved > 0
    assert keeper.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert desk is not None
    keeper.page.set_viewport_size(desk)


def names(person: Person, season: int, tier: int) -> list[str]:
    """Return the names in a division's table, the first place first."""
    person.goto(f"{LEAGUE}{season}/{tier}/")
    return named(person, "tr")


def movers(person: Person, tier: int, way: str) -> list[str]:
    """Return the names that move in this direction after the first season."""
    person.goto(f"{LEAGUE}1/{tier}/")
    return named(person, f"tr.{way}")


def named(person: Person, rows: str) -> list[str]:
    """Return the names in these rows of the table."""
    found = person.page.locator(f".league-table tbody {rows} .league-table__name").all_inner_texts()
    return [name.removesuffix(" (you)") for name in found]
