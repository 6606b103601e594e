"""The filter of one's own matches: it applies to every page of the lists, and to live updates."""

from __future__ import annotations

import html
import re
from http import HTTPStatus
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.models import User
from matches.engine.clocks import UNTIMED
from matches.models import Match
from matches.present import listings
from matches.services.absence import departure
from matches.services.seating import seats
from tests.platform.accounts import cast
from tests.platform.matches.cast import act, awaited, dealt, opened, person
from tests.platform.pages.costs import check_asks_alike
from tests.platform.realtime.lists import list_page

pytestmark = pytest.mark.django_db(transaction=True)


def shown_to(user: User, query: str, status: int = HTTPStatus.OK) -> str:
    answer = cast.browser(user).get(f"/matches/?{query}")
    assert answer.status_code == status
    page: str = answer.content.decode()
    return page


def lines_of(page: str) -> set[str]:
    return set(re.findall(r'<li id="(?:match|ended)-([^"]+)"', page))


def ended(*people: User, places: list[int], **wanted: Any) -> Match:
    """Return a match that its people finished with these places."""
    match = opened(*people, **wanted)
    standing = {"totals": [9 - place for place in places], "places": places, "decided": True}
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED,
        finished_at=timezone.now(),
        standing=standing,
        result=standing,
    )
    return match


def aborted(*people: User) -> Match:
    """Return a match that all people left in the middle."""
    match = dealt(*people, bots=1, tempo=UNTIMED)
    departure.leave_match(match.pk, people[0])
    return match


def test_each_choice_shows_what_fits() -> None:
    """Several choices show the matches that fit all of them."""
    alice, bob, rené = person("Alice"), person("Bob"), person("René")
    matches = {
        "fast": dealt(alice, bob),
        "slow": dealt(alice, rené, game="daumen_drauf", tempo="half_days"),
        "won": ended(alice, bob, places=[1, 2]),
        "lost": ended(alice, rené, places=[2, 1], game="daumen_drauf"),
        "shared": ended(alice, bob, places=[1, 1], tempo="own-7200-0"),
        "aborted": aborted(alice),
    }
    called = {str(match.pk): name for name, match in matches.items()}
    for query, fitting in {
        "": set(matches),
        "game=daumen_drauf": {"slow", "lost"},
        "tempo=live": {"fast", "won", "lost"},
        "tempo=correspondence": {"slow", "shared"},
        "tempo=untimed": {"aborted"},
        "person=RENE": {"slow", "lost"},
        "person=bo": {"fast", "won", "shared"},
        "person=Alice": set(),
        "person=Nobody": set(),
        "result=won": {"won", "shared"},
        "result=lost": {"lost"},
        "result=aborted": {"aborted"},
        "person=bob&tempo=correspondence&result=won": {"shared"},
        "game=sleeping_queens&person=rene": set(),
    }.items():
        page = shown_to(alice, query)
        assert {called[pk] for pk in lines_of(page)} == fitting, query
        assert ("None of your matches fits this filter." in page) is (not fitting), query
        assert ('href="/matches/">Show all</a>' in page) is bool(query), query
    assert lines_of(shown_to(bob, "person=alice&result=lost")) == {str(matches["won"].pk)}


def test_what_was_aborted_is_listed_and_waits_for_nobody() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = aborted(alice)
    never_dealt = opened(alice, bob)
    for user in (bob, alice):
        seats.leave_seat(never_dealt.pk, user)
    page = shown_to(alice, "")
    assert lines_of(page) == {str(match.pk)}
    assert '<span class="chip">aborted</span>' in page
    assert f"/matches/{match.pk}/rounds/" not in page
    assert listings.waiting(alice.pk) == []
    assert cast.browser(alice).get(f"/matches/{match.pk}/").status_code == HTTPStatus.OK


def test_the_filter_is_folded_away_until_it_is_used() -> None:
    alice, bob = person("Alice"), person("Bob")
    assert "<summary>Filter" not in shown_to(alice, "")
    dealt(alice, bob)
    assert '<details class="fold"><summary>Filter' in shown_to(alice, "")
    assert '<details class="fold" open><summary>Filter' in shown_to(alice, "tempo=live")
    alone = shown_to(alice, "tempo=live")
    assert "No finished match fits this filter." in alone
    assert "night is young" not in alone


def test_the_filter_stays_from_page_to_page() -> None:
    """It stays through an answer, too."""
    alice, bob, carla = person("Alice"), person("Bob"), person("Carla")
    for _ in range(listings.PAGE + 1):
        opened(alice, bob)
        ended(alice, bob, places=[2, 1])
    opened(alice, carla)
    page = shown_to(alice, "person=bob")
    assert 'href="?page=2&amp;finished=1&amp;person=bob"' in page
    assert 'href="?page=1&amp;finished=2&amp;person=bob"' in page
    assert "&show=matches&page=1&finished=1&person=bob" in html.unescape(page)
    last = shown_to(alice, "page=2&person=bob")
    assert len(re.findall(r'<li id="match-', last)) == 1
    assert '<input type="hidden" name="page" value="2">' in last
    assert '<input type="hidden" name="person" value="bob">' in last
    (pk,) = re.findall(r'<li id="match-([^"]+)"', last)
    answer = cast.browser(alice).post(
        f"/matches/{pk}/answer", {"ready": "yes", "page": "2", "person": "bob", "show": "matches"}
    )
    assert answer.headers["Location"] == "/matches/?page=2&finished=1&person=bob"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("game=chess", "There is no game called chess."),
        ("game=%3Cb%3E", "There is no game called &lt;b&gt;."),
        ("game=%00", "There is no game called"),
        ("tempo=warp", "There is no tempo called warp."),
        ("result=glory", "There is no result called glory."),
        ("person=...", "Type at least one letter of the name."),
        ("person=%00", "This contains an invisible character."),
        (f"person={'x' * 25}", "At most 24 characters"),
    ],
)
def test_what_is_no_filter_is_said_and_the_rest_of_it_holds(query: str, sentence: str) -> None:
    alice, bob = person("Alice"), person("Bob")
    match, other = dealt(alice, bob), dealt(alice, bob, tempo="correspondence")
    page = shown_to(alice, query, HTTPStatus.UNPROCESSABLE_ENTITY)
    assert sentence in page
    assert lines_of(page) == {str(match.pk), str(other.pk)}
    if "tempo" not in query:
        page = shown_to(alice, f"{query}&tempo=live", HTTPStatus.UNPROCESSABLE_ENTITY)
        assert lines_of(page) == {str(match.pk)}


def test_a_filter_costs_the_same_whatever_there_is() -> None:
    few, lots = person("Few"), person("Lots")
    for user, count in ((few, 1), (lots, 12)):
        for n in range(count):
            dealt(user, person(f"With {count} {n}"))
            ended(user, person(f"After {count} {n}"), places=[1, 2])
    for query in ("game=sleeping_queens&tempo=live&person=i", "person=f&result=won"):
        check_asks_alike(cast.browser(few), cast.browser(lots), f"/matches/?{query}", 19)


async def test_a_filtered_list_is_pushed_what_fits_and_nothing_else() -> None:
    alice, bob, carla = await database_sync_to_async(
        lambda: [*map(person, ("Al", "Bo", "Carla"))]
    )()
    match = await database_sync_to_async(dealt)(alice, bob)
    async with list_page("/ws/en/you/?show=matches&person=bo", alice) as page:
        await page.read("#waiting", "#invitations", "#matches")
        assert str(match.pk) in page.fragments["#matches"]
        other = await database_sync_to_async(dealt)(alice, carla)
        await page.until("#waiting", f'data-total="{await database_sync_to_async(turns)(alice)}"')
        assert str(other.pk) not in page.fragments["#matches"]
        active = await database_sync_to_async(awaited)(match)
        while await database_sync_to_async(awaited)(match) == active:
            await database_sync_to_async(act)(match)
        await page.until("#matches", "waits for Bo" if active == 0 else "Your turn")
        assert str(other.pk) not in page.fragments["#matches"]


def turns(user: User) -> int:
    return len(listings.waiting(user.pk))
