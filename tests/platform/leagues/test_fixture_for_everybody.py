"""All who see a league read its fixtures' results there, and nothing else of the fixture's page."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from core import clock
from leagues.models import Fixture, FixtureMessage, League, Member
from leagues.services.fixtures import arrange_appointment
from leagues.services.fixtures.post_message import post_message
from matches.models import Match
from tests.platform.accounts.cast import alice, browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.sure import sure

pytestmark = pytest.mark.django_db

JOINED = Member.State.JOINED
SECRET = "My sister marries on Friday."


def scene(**settings: Any) -> tuple[Days, list[User], Fixture]:
    """Return the only fixture of two players, with a message between them."""
    days, players = Days(), cast.people(2)
    cast.running(days, cast.organiser(), players, matches_each=1, **settings)
    days.go(0)
    fixture = Fixture.objects.get()
    with days.now():
        post_message(fixture, players[0], SECRET)
    return days, players, fixture


def page_of(fixture: Fixture, user: User | None) -> str:
    answer = browser(user).get(reverse("leagues:fixture", args=["winter", fixture.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def main_of(page: str) -> str:
    return page[page.index("<main") : page.index("</main>")]


def test_strangers_read_the_result_and_find_it_from_the_division() -> None:
    days, players, fixture = scene()
    with days.now():
        cast.play(fixture, [7, 3])
    division = fixture.division
    path = reverse("leagues:fixture", args=["winter", fixture.pk])
    table = reverse("matches:table", args=[fixture.match_id])
    rows = reverse("leagues:division", args=["winter", division.season.number, division.tier])
    for who in (None, alice()):
        assert f'href="{path}"' in browser(who).get(rows).content.decode()
        shown = main_of(page_of(fixture, who))
        assert "League points" in shown
        assert all(player.name in shown for player in players)
        assert f'href="{table}"' in shown
        assert browser(who).get(table).status_code == 200


@pytest.mark.parametrize("live", [False, True])
def test_strangers_see_no_message_no_form_and_no_socket(live: bool) -> None:
    days, players, fixture = scene(live=live)
    if live:
        with days.now():
            at = clock.now() + timedelta(days=2)
            arrange_appointment.propose_appointment(fixture.pk, players[0], at)
    with days.now():
        assert SECRET in page_of(fixture, players[1])
        for who in (None, alice()):
            shown = main_of(page_of(fixture, who))
            for hidden in (SECRET, "<form", "hx-ws", "thread", "Proposed", "has agreed", ".ics"):
                assert hidden not in shown, hidden


@pytest.mark.parametrize(
    ("verb", "sent"),
    [
        ("propose", {"at": "2027-02-01T20:00"}),
        ("propose", {"at": "never"}),
        ("now", {}),
        ("agree", {}),
        ("take-back", {}),
        ("write/", {"text": "Hello"}),
        ("walkover", {"here-0": "on", "reason": "", "seen": ""}),
        ("result", {}),
        ("void", {"reason": "Because.", "seen": "0"}),
        ("restore", {}),
    ],
)
def test_strangers_do_nothing_there(verb: str, sent: dict[str, str]) -> None:
    days, _players, fixture = scene(live=True)
    path = reverse("leagues:fixture", args=["winter", fixture.pk])
    before = Fixture.objects.values().get()
    with days.now():
        answer = browser(alice()).post(f"{path}{verb}", sent)
    assert answer.status_code == 403
    assert SECRET not in answer.content.decode()
    assert Fixture.objects.values().get() == before
    assert FixtureMessage.objects.count() == 1


def test_a_private_match_is_linked_only_for_its_players() -> None:
    days, players, fixture = scene()
    with days.now():
        cast.play(fixture, [7, 3])
    other, league = alice(), fixture.division.season.league
    League.objects.update(invite_only=True)
    Match.objects.update(public=False)
    for user in players:
        Member.objects.create(league=league, user=user, state=JOINED, at=clock.now())
    path = reverse("leagues:fixture", args=["winter", fixture.pk])
    assert browser(None).get(path).status_code == 404
    assert browser(other).get(path).status_code == 404
    Member.objects.create(league=league, user=other, state=JOINED, at=clock.now())
    table = reverse("matches:table", args=[fixture.match_id])
    division = fixture.division
    rows = reverse("leagues:division", args=["winter", division.season.number, division.tier])
    for address in (path, rows):
        shown = browser(other).get(address).content.decode()
        assert players[0].name in shown
        assert re.search(r"\b1\.", shown)
        assert str(sure(fixture.match_id)) not in shown
        assert f'href="{table}"' in browser(players[0]).get(address).content.decode()
    assert browser(other).get(table).status_code == 404
