"""The pages of leagues: for strangers, players and organisers, with good input and bad."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accounts.models import User
from leagues.models import Division, Fixture, Season
from leagues.services.keep import keep
from tests.platform.accounts.cast import browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days

pytestmark = pytest.mark.django_db


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def olga() -> User:
    return cast.organiser()


def text(page: Any) -> str:
    """What stands on a page, without its marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


def half_played(days: Days, season: Season) -> None:
    """Two matches of the season are over."""
    fixtures = Fixture.objects.filter(
        division__season=season, state=Fixture.State.RUNNING
    ).order_by("pk")
    with days.now():
        for fixture in fixtures[:2]:
            seats = fixture.seats.select_related("entry").order_by("seat")
            cast.play(fixture, [cast.strength(seat.entry) for seat in seats])


def address(division: Division) -> str:
    return f"/leagues/winter/{division.season.number}/{division.tier}/"


def test_a_division_for_everybody(days: Days, olga: User) -> None:
    players = cast.people(8)
    season = cast.running(days, olga, players)
    half_played(days, season)
    first = season.divisions.get(tier=1)
    for who in (None, players[0], players[7], olga):
        page = browser(who).get(address(first))
        assert page.status_code == 200
        said = text(page)
        assert "Player 1" in said
        assert "goes down to division 2" in said
        assert ("(you)" in said) == (who == players[0])
        assert ("Decide" in said) == (who == olga)


def test_the_list_has_open_sign_ups_first_then_ones_own(days: Days, olga: User) -> None:
    players = cast.people(4)
    assert "No league has been founded" in text(browser().get("/leagues/"))
    cast.running(days, olga, players)
    with days.now():
        cast.league(olga, name="Spring cup", slug="spring")
        keep()
        keep()
    said = text(browser(players[0]).get("/leagues/"))
    assert said.index("Open for sign-up") < said.index("Spring cup") < said.index("Yours")
    assert said.index("Yours") < said.index("Winter league")
    assert "you, in division 1" in said
    said = text(browser().get("/leagues/"))
    assert "Yours" not in said
    assert said.index("Running") < said.index("Winter league")
