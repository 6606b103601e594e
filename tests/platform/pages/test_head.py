"""The head of every page: the current place, and links to Nightcap's main pages."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from matches.services.seating import tables
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db


def head_of(page: str) -> str:
    return page[page.index('<header class="top"') : page.index("</header>")]


def current(head: str) -> set[tuple[str, str]]:
    """Return the places of the links to this page, and their marks as current."""
    return set(re.findall(r'href="([^"]*)" aria-current="(\w+)"', head))


@pytest.mark.parametrize("who", [None, cast.alice, cast.gus])
@pytest.mark.parametrize("path", ["/", "/tables/", "/preferences/", "/words/", "/ledger/"])
def test_leagues_and_ratings_are_one_step_away(who: object, path: str) -> None:
    browser = cast.browser(who() if callable(who) else None)
    head = head_of(browser.get(path).content.decode())
    menu = head[head.index("<details") : head.index("</details>")]
    for way in ("leagues:leagues", "ratings:leaderboards", "lobby:tables"):
        assert f'href="{reverse(way)}"' in menu


def test_they_are_at_a_table_too() -> None:
    alice = cast.alice()
    match = tables.open_match(alice, "sleeping_queens", seats=3, bots=["easy"])
    head = head_of(cast.browser(alice).get(f"/matches/{match.pk}/").content.decode())
    assert head.count(f'href="{reverse("leagues:leagues")}"') == 1
    assert head.count(f'href="{reverse("ratings:leaderboards")}"') == 1


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        ("/tables/", {("/tables/", "page")}),
        ("/leagues/", {("/leagues/", "page")}),
        ("/matches/", {("/matches/", "page")}),
        ("/preferences/", {("/preferences/", "page")}),
        ("/", set()),
    ],
)
def test_the_way_to_where_one_is_says_so(path: str, marked: set[tuple[str, str]]) -> None:
    page = cast.browser(cast.alice()).get(path).content.decode()
    assert current(head_of(page)) == marked


def test_a_page_below_another_marks_that_one() -> None:
    page = cast.browser(cast.sam()).get(reverse("leagues:create_league")).content.decode()
    assert ("/leagues/", "true") in current(head_of(page))
