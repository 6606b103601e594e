"""The card and the page of a person, and the names that lead there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts import online, portraits
from accounts.models import User
from accounts.services import blocks, mutes
from friends.services import friendship
from matches.services.seating import tables
from matches.services.seating.seats import take_seat
from tests.platform.accounts.cast import browser
from tests.platform.friends.cast import befriend
from tests.platform.matches.cast import person
from tests.platform.pages.test_match_filter import ended
from tests.platform.ratings.cast import followed, played

pytestmark = pytest.mark.django_db

BY_HAND = re.compile(r"""url\s*\(?\s*['"]pages:person['"]""")
"""A link to a profile that does not come from `core.person_links`."""
OWN_WORDS = {
    "accounts/preferences.html",
    "pages/_person_actions.html",
    "pages/follow.html",
}
"""Templates with a button to a profile, whose text is not simply a name."""


def card(viewer: User | None, name: str) -> str:
    client = Client() if viewer is None else browser(viewer)
    answer = client.get(f"/people/{name}/card/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_name_is_written_by_the_one_function() -> None:
    written = {
        str(path.relative_to(folder))
        for folder in map(Path, settings.TEMPLATES[0]["DIRS"])
        for path in folder.rglob("*.html")
        if BY_HAND.search(path.read_text())
    }
    assert written == OWN_WORDS


def test_names_in_lists_lead_to_a_card(alice: User, bob: User) -> None:
    befriend(alice, bob)
    match = tables.open_match(bob, "sleeping_queens", seats=2, public=True)
    ended(alice, bob, places=[1, 2])
    for path in (
        "/friends/",
        "/tables/",
        "/matches/",
        f"/matches/{match.pk}/",
        "/",
    ):
        page = browser(alice).get(path).content.decode()
        assert '<a class="who" href="/people/Bob/" data-person>Bob</a>' in page, path


def test_bots_have_no_card(alice: User) -> None:
    match = tables.open_match(alice, "sleeping_queens", seats=2, bots=["easy"])
    page = browser(alice).get(f"/matches/{match.pk}/").content.decode()
    assert page.count('class="who"') == 1, "only the host is a person"


def test_a_card_offers_what_the_relation_allows(alice: User, bob: User) -> None:
    assert "Add as a friend" in card(alice, "Bob")
    friendship.ask_for_friendship(alice, bob)
    asked = card(alice, "Bob")
    assert "Asked" in asked
    assert "Take back" in asked
    assert "Add as a friend" not in asked
    answered = card(bob, "Alice")
    assert "Accept" in answered
    assert "Decline" in answered
    friendship.accept_friendship(bob, alice.pk)
    assert "Add as a friend" not in card(alice, "Bob")
    own = card(alice, "Alice")
    assert "Challenge" not in own
    assert "Picture and country" in own
    assert "Challenge" not in card(None, "Bob"), "visitors without an account only look"


def test_a_card_shows_no_block_by_the_person(alice: User, bob: User) -> None:
    before = card(alice, "Bob")
    blocks.block_user(bob, alice.pk)
    tokens = re.compile(r'value="[^"]{64}"')
    assert tokens.sub("", card(alice, "Bob")) == tokens.sub("", before)
    assert "Unblock" in card(bob, "Alice")


def test_actions_on_a_card_lead_back_to_it(alice: User, bob: User) -> None:
    back = "/people/Bob/card/"
    client = browser(alice)
    for path, field in (
        ("/preferences/mute/", {"who": bob.pk}),
        ("/preferences/unmute/", {"who": bob.pk}),
        ("/friends/ask", {"name": "Bob"}),
        ("/friends/end", {"who": bob.pk}),
        ("/preferences/block/", {"who": bob.pk}),
        ("/friends/ask", {"name": "Bob"}),
    ):
        answer = client.post(path, {**field, "next": back})
        assert (answer.status_code, answer["Location"]) == (302, back), path
    assert "You have blocked" in client.get(back).content.decode(), "the refusal says why"
    assert mutes.is_muted(alice.pk, bob.pk)


def test_a_card_counts_the_matches_together(alice: User, bob: User) -> None:
    assert "together" not in card(alice, "Bob")
    for at, places in enumerate(([1, 2], [2, 1], [1, 2])):
        played([alice, bob], places, at)
    assert "3 matches together: you were ahead in 2, Bob in 1." in card(alice, "Bob")
    page = browser(alice).get("/people/Alice/").content.decode()
    assert '<a class="who" href="/people/Bob/" data-person>Bob</a>' in page


def test_a_request_has_a_number_everywhere_and_stands_first(alice: User, bob: User) -> None:
    friendship.ask_for_friendship(alice, bob)
    client = browser(bob)
    for path in ("/", "/tables/", "/rules/sleeping_queens/"):
        assert '<span class="count">1</span>' in client.get(path).content.decode(), path
    start, friends = (client.get(path).content.decode() for path in ("/", "/friends/"))
    assert "Accept<span" in start
    assert friends.index('id="asking"') < friends.index("<h1>")
    friendship.end_friendship(bob, alice.pk)
    assert 'class="count"' not in client.get("/").content.decode()


def test_everybody_has_a_picture_that_stays(alice: User, bob: User) -> None:
    assert alice.portrait == person_again(alice).portrait
    shown = {portraits.drawn_for(number) for number in range(500)}
    assert len(shown) == len(portraits.DRAWINGS) * len(portraits.COLOURS)
    sprite = Path(settings.ROOT, "platform/core/static/core/img/portraits.svg").read_text()
    assert set(re.findall(r'<symbol id="(\w+)"', sprite)) == set(portraits.DRAWINGS)
    assert person("Carla").portrait.partition("-")[0] in portraits.DRAWINGS


def person_again(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_the_waiting_room_shows_the_pictures_of_its_people(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(picture=portraits.OURS[5])
    match = tables.open_match(alice, "sleeping_queens", seats=3, bots=["easy"])
    take_seat(match.pk, bob)
    page = browser(alice).get(f"/matches/{match.pk}/").content.decode()
    _, _, after = page.partition('class="seats"')
    seats, _, _ = after.partition("</ol>")
    shown = re.findall(r'class="portrait portrait--(\w+) *".*?#(\w+)"', seats)
    drawn = (portraits.drawn_for(alice.pk), portraits.OURS[5])
    assert [f"{drawing}-{colour}" for colour, drawing in shown] == list(drawn)


def test_a_profile_says_to_friends_that_the_person_is_here(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = online.OnlinePeople(frozenset({bob.pk}), 1)
    monkeypatch.setattr(online, "who_is_here", lambda: here)
    assert "here now" not in card(alice, "Bob")
    assert "here now" not in card(None, "Bob")
    befriend(alice, bob)
    assert "here now" in card(alice, "Bob")


def test_a_profile_says_each_number_once(alice: User, bob: User) -> None:
    for at, places in enumerate(([1, 2], [1, 2], [2, 1])):
        followed(played([alice, bob], places, at))
    page = " ".join(browser(bob).get("/people/Alice/").content.decode().split())
    assert page.count("<dd>3</dd>") == 1
    assert page.count("67 %") == 1
    assert page.count("no rank yet") == 1
    assert "1 : 2" in page
    assert "No rated match yet." not in page
    assert "feat--none" not in page
