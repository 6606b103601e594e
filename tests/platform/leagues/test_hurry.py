"""`manage.py hurry_league`: days of a league at once, and its errors for wrong arguments."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from core import clock
from leagues.models import Fixture, Season
from leagues.services.entries.sign_up import add_bot, sign_up
from leagues.services.seasons.league_games import GameChoice
from matches.models import Departure, Downtime, Heartbeat
from matches.present import reliability
from tests.platform.accounts.cast import browser
from tests.platform.leagues import cast

pytestmark = pytest.mark.django_db


def hurry(*argv: str) -> Any:
    out = StringIO()
    call_command("hurry_league", *argv, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_a_season_is_played_by_the_way() -> None:
    olga = cast.organiser()
    winter = cast.league(olga, matches_each=1, season_days=5, sign_up_days=1)
    assert hurry("winter", "--days", "0") == {"played": 0, "season": 1, "state": "sign_up"}
    season = winter.seasons.get()
    for player in cast.people(3):
        sign_up(season.pk, player)
    add_bot(season.pk, olga, "easy")
    assert hurry("winter", "--days", "3")["played"] == 2
    season.refresh_from_db()
    assert season.state == Season.State.FINISHED
    played = Fixture.objects.filter(division__season=season)
    assert {fixture.how for fixture in played} == {Fixture.How.PLAYED}


@pytest.mark.parametrize("live", [True, False])
def test_what_is_hurried_is_played_and_marks_no_profile(live: bool) -> None:
    """Live matches do not become walkovers, and no person "leaves" a match that bots played."""
    olga = cast.organiser()
    games = [GameChoice("daumen_drauf", target="rounds-1" if live else "")]
    winter = cast.league(
        olga, matches_each=1, season_days=5, sign_up_days=1, live=live, seats=3, games=games
    )
    hurry("winter", "--days", "0")
    season = winter.seasons.get()
    players = cast.people(3)
    for player in players:
        sign_up(season.pk, player)
    assert hurry("winter", "--days", "3")["played"] == 1
    fixture = Fixture.objects.get(division__season=season)
    assert (fixture.how, fixture.match is not None) == (Fixture.How.PLAYED, True)
    assert fixture.match is not None
    assert (fixture.match.rated, Departure.objects.exists()) == (False, False)
    for player in players:
        assert reliability.records([player.pk])[player.pk] == reliability.Record()
        profile = browser(olga).get(f"/people/{player.name}/")
        assert profile.status_code == 200
        assert f"/matches/{fixture.match_id}/" not in profile.content.decode()


def test_no_other_league_is_hurried() -> None:
    olga = cast.organiser()
    cast.league(olga)
    other = cast.league(olga, name="Summer", slug="summer")
    hurry("winter", "--days", "3")
    assert other.seasons.get().state == Season.State.PLANNED, "unchanged since the creation"


def test_time_counts_on_a_server_that_runs() -> None:
    heartbeat = Heartbeat.objects.create(part=Heartbeat.Part.WORKER, at_ms=clock.now_ms())
    test_a_season_is_played_by_the_way()
    heartbeat.refresh_from_db()
    assert abs(heartbeat.at_ms - clock.now_ms()) < 60_000  # as on a running server
    assert not Downtime.objects.exists()


@pytest.mark.parametrize("argv", [("nowhere",), ("winter", "--days", "-1")])
def test_what_cannot_be_hurried_is_said(argv: tuple[str, ...]) -> None:
    cast.league(cast.organiser())
    with pytest.raises(CommandError):
        hurry(*argv)
