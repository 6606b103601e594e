"""Years in minutes: nothing is lost, duplicated or unfair, and the check would find it."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from core import clock
from leagues.models import League
from leagues.scoring import draw_fixtures
from leagues.simulation import matches
from matches.models import Heartbeat, Match
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import GAME, opened, person

pytestmark = pytest.mark.django_db


def run(*words: str) -> list[dict[str, Any]]:
    out, err = StringIO(), StringIO()
    try:
        call_command("simulate_league", *words, "--json", stdout=out, stderr=err)
    except CommandError as error:
        raise AssertionError(err.getvalue()) from error
    tallies: list[dict[str, Any]] = json.loads(out.getvalue())
    return tallies


@pytest.mark.parametrize(
    ("players", "live"),
    [
        (3, False),
        pytest.param(7, False, marks=pytest.mark.soak),
        pytest.param(7, True, marks=pytest.mark.soak),
    ],
)
def test_seasons_pass_and_leave_nothing(players: int, live: bool) -> None:
    words = [f"--players={players}", "--seasons=2", "--seed=3", "--speedup", "--kills=3"]
    tallies = run(*words, *(["--live"] if live else []))
    assert [tally["season"] for tally in tallies] == [1, 2]
    assert all(tally["wrong"] == [] for tally in tallies)
    assert sum(tally["kills"] for tally in tallies) > 10
    assert all("the ratings are what the results" in tally["ratings"] for tally in tallies)
    assert not League.objects.exists()
    assert not Match.objects.exists()
    assert not User.objects.exists()


def test_what_is_kept_can_be_looked_at() -> None:
    """`--keep` stores the simulated league instead of rolling it back."""
    words = ["--players=3", "--seasons=1", "--speedup", "--kills=0", "--seed=9", "--keep"]
    (tally,) = run(*words)
    assert tally["wrong"] == []
    page = browser().get("/leagues/simulated-9/1/1/")
    assert page.status_code == 200
    assert "Sim 9 0" in page.content.decode()
    with pytest.raises(CommandError, match=r"simulated-9 is kept already; take another --seed\."):
        call_command("simulate_league", *words, stdout=StringIO(), stderr=StringIO())


def test_the_games_of_several_are_checked_by_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check finds a draw that gives a player only one of several games."""
    words = ["--players=4", "--seasons=1", "--seats=2", "--speedup", "--kills=0"]
    games = ["--game=daumen_drauf", "--game=sleeping_queens"]
    (tally,) = run(*words, *games)
    assert (tally["wrong"], tally["uneven_games"]) == ([], 1)
    drawn = draw_fixtures.draw_fixtures

    def by_player(*given: Any) -> draw_fixtures.Draw:
        found = drawn(*given)
        players, seats = given[:2]
        dealt = tuple(int(players[0] in table) for table in found.tables)
        uneven = draw_fixtures.measure_imbalance(players, seats, found.tables, dealt)
        return replace(found, games=dealt, imbalance=uneven)

    monkeypatch.setattr(draw_fixtures, "draw_fixtures", by_player)
    with pytest.raises(AssertionError, match="a player's games differ by 9 and not by 1"):
        run(*words, *games)


def test_a_league_is_played_beside_a_running_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its heartbeats are of today, and the simulated days have none; its tables are separate."""
    monkeypatch.setattr(matches, "MOST_MOVES", 400)
    Heartbeat.objects.create(part=Heartbeat.Part.WEB, at_ms=clock.now_ms())
    table = opened(person("Ada"), person("Ben"), public=True)
    (tally,) = run(f"--game={GAME}", "--seats=2", "--players=2", "--seasons=1", "--kills=0")
    assert (tally["wrong"], tally["matches"] > 0) == ([], True)
    assert Match.objects.get() == table


def test_what_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "leagues.services.fixtures.settle_fixture.history.record_table_change",
        lambda *given, **facts: None,
    )
    with pytest.raises(AssertionError, match="the table of its history is not that of its results"):
        run("--players=3", "--seasons=1", "--speedup", "--kills=0")


def test_wrong_ratings_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.services.recompute_ratings.catch_up", lambda game: None)
    with pytest.raises(AssertionError, match=r"ratings: .*behind since"):
        run("--players=3", "--seasons=1", "--speedup", "--kills=0")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players=1"], "--players: expected 2 or more."),
        (["--players=2"], "--players: expected as many as a table has seats, or more."),
        (["--seasons=0"], "--seasons: expected 1 or more."),
        (["--seats=1"], "--seats: expected 2 or more."),
        (["--seats=99", "--players=200"], "--seats: there is no game for so many."),
        (["--kills=-1"], "--kills: expected 0 or more."),
        (["--game=chess"], "There is no game called chess."),
    ],
)
def test_bad_words_have_their_sentence(words: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("simulate_league", *words, stdout=StringIO(), stderr=StringIO())
