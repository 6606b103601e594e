"""Names at the table: one stop of the Tab key each, pictures of people, and a word for bots."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from matches.models import Match
from tests.platform.matches.cast import dealt, play_out

pytestmark = pytest.mark.django_db


def page_of(match: Match, user: User) -> str:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client.get(f"/matches/{match.pk}/").content.decode()


def test_the_tab_key_skips_names_in_the_log(alice: User, bob: User) -> None:
    match = dealt(alice, bob)
    play_out(match)
    places, _, log = page_of(match, alice).partition('id="log-lines"')
    links = re.findall(r'<a class="who"[^>]*>Bob</a>', log.partition("</ol>")[0])
    assert links
    assert all('data-person tabindex="-1"' in link for link in links)
    assert '<a class="who" href="/people/Bob/" data-person>Bob</a>' in places


def test_places_show_the_pictures_of_people(alice: User, bob: User) -> None:
    bob.picture = "owl-plum"
    bob.save()
    page = page_of(dealt(alice, bob), alice)
    (place,) = re.findall(r'<li class="place .*?</li>', page, re.DOTALL)
    assert re.search(r'portrait--plum.*#owl"', place)


def test_places_mark_bots_for_eyes_and_ears(alice: User) -> None:
    page = page_of(dealt(alice, bots=2), alice)
    places = re.findall(r'<span class="place__name">.*?(?=class="queens")', page, re.DOTALL)
    assert [("#bot" in place, "(bot)" in place) for place in places] == [
        (True, True),
        (True, True),
        (False, False),
    ]
