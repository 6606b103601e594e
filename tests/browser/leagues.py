"""Leagues in the browser: people create one, sign up, play, and read its table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import PATIENCE_MS, Person
from tests.browser.server import Server

LEAGUE = "/leagues/word-league/"
DIVISION = f"{LEAGUE}1/1/"
PRECISE = "%Y-%m-%dT%H:%M"


def create_word_league(keeper: Person) -> None:
    """A league of Wortspiel: one match of one round for three, and rulings change the standings."""
    keeper.goto("/leagues/new/?like=season")
    page = keeper.page
    page.get_by_text("More settings").click()
    page.get_by_label("Name", exact=True).fill("Word league")
    page.get_by_label("Wortspiel", exact=True).check(force=True)
    page.get_by_label("Length of a match of Wortspiel").select_option(label="1 round")
    page.get_by_label("Matches per player in a season").fill("1")
    page.get_by_label("Rulings on words").select_option(label="change the standings")
    keeper.press(page.get_by_role("button", name="Create league"))
    expect(page).to_have_url(f"{keeper.home}{LEAGUE}organise/")


def arrives(arrive: Arrive, names: Sequence[str], league: str) -> list[Person]:
    """Return participants with these names."""
    people = [arrive(kind="member", name=name) for name in names]
    for person in people:
        sign_up(person, league)
    return people


def sign_up(person: Person, league: str) -> None:
    """Sign up for the season."""
    person.goto(league)
    person.press(person.page.get_by_role("button", name="Sign up"))
    expect(person.page.get_by_text("You are in. Have a good season.")).to_be_visible()


def set_the_dates(keeper: Person) -> None:
    """Set the end of sign-up to tomorrow on the organiser's page."""
    begins = datetime.now(UTC) + timedelta(days=1)
    keeper.goto(f"{LEAGUE}organise/")
    keeper.unfold()
    keeper.page.get_by_label("Sign-up closes, the season begins").fill(begins.strftime(PRECISE))
    keeper.press(keeper.page.get_by_role("button", name="Set the dates"))
    expect(keeper.page.locator(".notice--bad, .field__errors")).to_have_count(0)
    keeper.unfold()
    expect(keeper.page.get_by_label("Sign-up closes, the season begins")).to_have_value(
        begins.strftime(PRECISE)
    )


def takes_the_table(people: list[Person], server: Server) -> str:
    """Begin the season and open the table of its only match for all players; return its address."""
    first = people[0].page
    server.console("begin_season", league="word-league")
    people[0].goto(DIVISION)
    first.get_by_role("link", name="Go to the table").first.click()
    for person in people:
        person.page.goto(first.url)
        expect(person.page.locator("#hand .card")).to_have_count(10)
    return first.url


def points(person: Person) -> dict[str, str]:
    """Return the points in the division's table, by name."""
    person.goto(DIVISION)
    rows: list[list[str]] = person.page.locator(".league-table tbody tr").evaluate_all(
        "rows => rows.map(row => [row.querySelector('.league-table__name a').textContent,"
        " row.querySelector('.league-table__points').textContent])"
    )
    return {name.strip(): said.strip() for name, said in rows}


def points_by_and_by(person: Person, wanted: Callable[[dict[str, str]], Any]) -> dict[str, str]:
    """Wait until the points satisfy the condition: a result reaches the table after its commit."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while not wanted(found := points(person)):
        assert time.monotonic() < until, found
        person.page.wait_for_timeout(200)
    return found


def history(person: Person) -> list[str]:
    """Return the changes of the standings on the open page, the latest first; pushes update the page."""
    person.goto(DIVISION)
    lines = person.page.locator("#changes ol > li").all_text_contents()
    return [" ".join(line.split()) for line in lines]
