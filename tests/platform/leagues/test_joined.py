"""A league's matches in other apps, and the personal data that leagues hold."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import export_parts
from accounts.services.anonymise_user import anonymise_user
from games.kernel.contract import N_
from leagues.models import Entry, Fixture, News
from leagues.services.fixtures import decide_fixture
from matches.actors import Person
from matches.models import Match
from matches.requests import ActionRequest
from matches.services.rounds.play import play
from tests.platform.accounts.cast import browser, show_second_factor
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import fresh_key, person
from tests.platform.moderation.staff import otto

pytestmark = pytest.mark.django_db

STOPPED = N_("This match was ended early.")


@pytest.mark.parametrize("corrections", ["none", "points"])
def test_a_league_says_what_is_rated_and_corrected(corrections: str) -> None:
    days = Days()
    season = cast.running(days, cast.organiser(), cast.people(4), corrections=corrections)
    matches = Match.objects.filter(fixture__division__season=season)
    assert matches
    assert {(match.rated, match.rulings) for match in matches} == {(True, corrections)}


def test_a_match_that_the_league_stopped_says_so() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4))
    fixture = Fixture.objects.filter(division__season=season).exclude(match=None).first()
    assert fixture is not None
    assert fixture.match is not None
    player = fixture.match.seats.order_by("number")[0].user
    assert player is not None
    with days.now():
        decide_fixture.void_fixture(fixture.pk, olga, reason="A mix-up.", seen=fixture.changes)
        page = browser(player).get(f"/matches/{fixture.match_id}/").content.decode()
        answer = play(
            fixture.match.pk,
            Person(player.pk, player.epoch),
            ActionRequest(action={}, key=fresh_key()),
        )
    assert STOPPED in page
    assert "nobody was left" not in page
    assert answer.refusal is not None
    assert answer.refusal.code == "stopped"


def test_own_data_names_the_leagues() -> None:
    """The leagues' data about a player is deleted with the account."""
    days, olga, players = Days(), cast.organiser(), cast.people(4)
    season = cast.running(days, olga, players)
    (line,) = export_parts.PARTS["leagues"](players[0])
    assert (line["league"], line["season_number"], line["tier"]) == (
        season.league.name,
        season.number,
        1,
    )
    assert export_parts.PARTS["leagues_organised"](olga) == [season.league.name]
    assert News.objects.filter(user=players[0]).exists()
    with days.now():
        for user in (players[0], olga):
            anonymise_user(user)
    assert not News.objects.filter(user=players[0]).exists()
    assert not season.league.organisers.exists()
    days.go(0.1)
    assert Entry.objects.get(season=season, user=players[0]).dropped_why == Entry.Why.ACCOUNT


def test_only_organisers_of_the_staff_show_a_second_factor() -> None:
    """Players who organise need none."""
    paula, boss = person("Paula"), otto()
    league = cast.league(cast.organiser())
    league.organisers.add(paula)
    desk = f"/leagues/{league.slug}/organise/"
    assert browser(paula).get(desk).status_code == 200
    page = Client(headers={"Accept-Language": "en"})
    page.force_login(boss)
    for address in (desk, "/leagues/new/"):
        answer = page.get(address)
        assert answer.status_code == 403
        assert "Second factor needed" in answer.content.decode()
    show_second_factor(page, boss)
    assert page.get(desk).status_code == 200
