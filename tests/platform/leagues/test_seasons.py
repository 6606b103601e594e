"""A league runs automatically from sign-up to promotion, season after season."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from accounts.models import User
from core import clock
from leagues.models import Division, Entry, Fixture, FixtureSeat, News, Season, TableChange
from leagues.season import table_places
from leagues.season.division_results import division_results
from leagues.season.entry_names import entry_name
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.entries.sign_up import add_bot, sign_up
from leagues.services.seasons.advance_leagues import advance_leagues
from leagues.services.seasons.league_games import GameChoice
from matches.models import Match
from matches.present.seat_names import bots_of, names_of
from matches.store.load_match import load_table
from tests.platform.accounts.cast import browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import GAME, person
from tests.sure import sure

pytestmark = pytest.mark.django_db


def names(division: Division) -> list[str]:
    return [
        holder.user.name if holder.user else holder.bot
        for holder in table_places.place_holders(division).values()
    ]


def test_a_season_goes_from_sign_up_to_promotion() -> None:
    """Then the next one opens."""
    days = Days()
    season = cast.running(days, cast.organiser(), cast.people(8))
    assert season.state == Season.State.RUNNING
    first, second = season.divisions.all()
    assert names(first) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert names(second) == ["Player 5", "Player 6", "Player 7", "Player 8"]
    assert first.matches_each == 3
    assert first.imbalance is not None
    assert first.imbalance["meetings_least"] == first.imbalance["meetings_most"] == 1
    assert first.fixtures.count() == second.fixtures.count() == 6
    cast.play_all(days, season)
    assert season.state == Season.State.FINISHED
    assert list(first.entries.values_list("final_place", "moved")) == [
        (1, 0), (2, 0), (3, 0), (4, 1)
    ]  # fmt: skip
    assert list(second.entries.values_list("final_place", "moved")) == [
        (1, -1), (2, 0), (3, 0), (4, 0)
    ]  # fmt: skip
    days.go(3)
    following = season.league.seasons.get(number=2)
    days.go(0.1)
    following.refresh_from_db()
    assert following.state == Season.State.SIGN_UP
    days.go(7)
    assert names(following.divisions.get(tier=1)) == [
        "Player 1", "Player 2", "Player 3", "Player 5"
    ]  # fmt: skip
    assert names(following.divisions.get(tier=2)) == [
        "Player 4", "Player 6", "Player 7", "Player 8"
    ]  # fmt: skip


def test_of_two_games_everybody_plays_as_many() -> None:
    """The draw balances the games: no player has nine of one game and none of the other."""
    games = [GameChoice(GAME, target="rounds-1"), GameChoice("daumen_drauf")]
    settings = {"games": games, "seats": 3, "division_size": 10, "matches_each": 9}
    season = cast.running(Days(), cast.organiser(), cast.people(10), **settings)
    division = season.divisions.get()
    assert division.matches_each == 9
    sat = FixtureSeat.objects.filter(fixture__division=division)
    for place in table_places.place_ids(division):
        played = Counter(sat.filter(entry=place).values_list("fixture__game", flat=True))
        assert sorted(played.values()) == [4, 5]
    assert division.imbalance is not None
    assert (division.imbalance["games"], division.imbalance["threes_again"]) == (1, 0)


def test_sweeping_again_changes_nothing() -> None:
    days = Days()
    season = cast.running(days, cast.organiser(), cast.people(4))

    def stored() -> list[object]:
        return [
            list(model.objects.order_by("pk").values())
            for model in (Season, Division, Entry, Fixture, TableChange, Match, News)
        ]

    before = stored()
    for _ in range(3):
        days.go(0)
    assert stored() == before
    assert season.divisions.get().changes.count() == 1


def test_nobody_has_more_matches_at_once_than_the_league_says() -> None:
    days = Days()
    season = cast.running(days, cast.organiser(), cast.people(4), at_once=1)
    running = Fixture.objects.filter(division__season=season, state=Fixture.State.RUNNING)
    assert running.count() == 2
    with days.now():
        cast.play(running.order_by("pk")[0], [5, 1])
        advance_leagues()
    assert running.count() == 1  # the others wait for the player who still plays
    cast.play_all(days, season)
    assert not Fixture.objects.exclude(how=Fixture.How.PLAYED).exists()


def test_the_table_follows_each_match_with_its_history() -> None:
    days = Days()
    season = cast.running(days, cast.organiser(), cast.people(4))
    division = season.divisions.get()
    fixture = division.fixtures.filter(state=Fixture.State.RUNNING)[0]
    with days.now():
        cast.play(fixture, [7, 9])
    assert (fixture.state, fixture.how) == (Fixture.State.SETTLED, Fixture.How.PLAYED)
    winner, loser = (fixture.seats.get(seat=seat).entry_id for seat in (1, 0))
    change = division.changes.last()
    assert change is not None
    assert (change.number, change.kind, change.fixture) == (2, "result", fixture)
    assert change.table[0] == [winner, 1, "1"]
    played = division_results(division)
    assert played.table()[0].player == winner
    assert 1 in played.places_in_reach()[loser]


def test_too_few_sign_up_and_it_stays_open_for_as_long_again() -> None:
    days = Days()
    season = cast.running(days, cast.organiser(), cast.people(1))
    assert season.state == Season.State.SIGN_UP
    with days.now():
        sign_up(season.pk, person("Latecomer"))
    days.go(7)
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    assert (season.ends_at - season.begins_at).days == 30


def test_bots_alone_play_their_matches_too() -> None:
    days = Days()
    olga = cast.organiser()
    with days.now():
        winter = cast.league(olga)
        advance_leagues()
        advance_leagues()
        season = winter.seasons.get()
        for _ in range(3):
            add_bot(season.pk, olga, "easy")
    days.go(7.01)
    match = Match.objects.order_by("pk")[0]
    assert match.status == Match.Status.RUNNING
    assert all(seat.bot == "easy" for seat in match.seats.all())
    assert match.rounds.get().outbox.filter(kind="bot_turn").exists()
    cast.play_all(days, season)
    days.go(3)
    days.go(0.1)
    again = winter.seasons.get(number=2)
    assert list(again.entries.values_list("bot", "bot_number")) == [
        ("easy", 1), ("easy", 2), ("easy", 3)
    ]  # fmt: skip


def signed_up(season: Season) -> list[str]:
    return [
        entry.user.name if entry.user else f"bot {entry.bot_number}"
        for entry in season.entries.order_by("signed_up_at", "pk")
    ]


def test_players_are_signed_up_for_the_next_season() -> None:
    """This holds for people and bots, except for those who dropped out, left, or missed all
    matches.

    They may withdraw.
    """
    days, olga = Days(), cast.organiser()
    players = cast.people(5)
    season = cast.open_for_sign_up(days, olga, players, division_size=6, most=7)
    with days.now():
        add_bot(season.pk, olga, "easy")
        sign_up(season.pk, person("Player 6"))
        sign_up(season.pk, person("Too late"))
    days.go(7.01)
    division = season.divisions.get()
    entries = {sure(entry.user).name: entry for entry in season.entries.filter(user__isnull=False)}
    with days.now():
        drop_entry(entries["Player 2"].pk, players[1])
    absent = entries["Player 3"].pk
    FixtureSeat.objects.filter(fixture__division=division, entry=absent).update(absent=True)
    division.fixtures.update(
        state=Fixture.State.SETTLED, how="walkover", settled_at=clock.as_datetime(days.ms)
    )
    User.objects.filter(name="Player 4").update(is_active=False)
    days.go(0.1)
    season.refresh_from_db()
    assert season.state == Season.State.FINISHED
    days.go(3)
    days.go(0.1)
    following = season.league.seasons.get(number=2)
    assert following.state == Season.State.SIGN_UP
    staying = signed_up(following)
    assert set(staying) == {"Player 1", "Player 5", "Player 6", "Too late", "bot 1"}
    told = {
        kind: set(
            News.objects.filter(season=following, kind=kind).values_list("user__name", flat=True)
        )
        for kind in (News.Kind.STAYS, News.Kind.OPEN)
    }
    assert told[News.Kind.STAYS] == {"Player 1", "Player 5", "Player 6", "Too late"}
    assert told[News.Kind.OPEN] == {"Player 3"}
    with days.now():
        drop_entry(following.entries.get(user=players[0]).pk, players[0])
        sign_up(following.pk, players[2])
    assert "Player 1" not in signed_up(following)
    assert signed_up(following)[-1] == "Player 3"


def test_bots_have_their_league_names_at_the_table() -> None:
    """The table shows the league's name, too."""
    days, olga = Days(), cast.organiser()
    season = cast.open_for_sign_up(days, olga, cast.people(2), seats=4)
    with days.now():
        for _ in range(10):
            add_bot(season.pk, olga, "easy")
    days.go(7.01)
    client = browser(User.objects.get(name="Player 1"))
    seen = set()
    for fixture in Fixture.objects.exclude(match=None).select_related("match"):
        page = client.get(f"/matches/{fixture.match_id}/").content.decode()
        holders = table_places.place_holders(fixture.division)
        names = [entry_name(holders[seat.entry_id]) for seat in fixture.seats.order_by("seat")]
        assert fixture.match is not None
        assert names_of(fixture.match) == names
        assert all(re.search(rf">{re.escape(name)}\s*<", page) for name in names)
        seen |= set(names)
        division = fixture.division.tier
        assert f"Winter league, season 1, division {division}: match {fixture.ordinal}" in page
        assert f'href="/leagues/winter/1/{division}/"' in page
    assert {"Nox", "Ylva", "Nox 2"} & seen
    for path in ("/matches/", "/tables/"):
        assert "Winter league, season 1, division 1: match" in client.get(path).content.decode()


def test_a_stand_in_has_no_name_of_another_at_the_table() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.open_for_sign_up(days, olga, cast.people(2), seats=4)
    with days.now():
        for _ in range(2):
            add_bot(season.pk, olga, "easy")
    days.go(7.01)
    for fixture in Fixture.objects.exclude(match=None):
        assert fixture.match_id is not None
        called = bots_of(load_table(fixture.match_id))
        assert len(set(called)) == 4
