"""A league goes by itself from sign-up to promotion, season after season."""

from __future__ import annotations

import pytest

from leagues import tables
from leagues.models import Division, Entry, Fixture, News, Season, TableChange
from leagues.services import enter
from leagues.services.keep import keep
from matches.models import Match
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days

pytestmark = pytest.mark.django_db


def names(division: Division) -> list[str]:
    return [
        holder.user.name if holder.user else holder.bot
        for holder in tables.holders(division).values()
    ]


def test_a_season_goes_from_sign_up_to_promotion_and_the_next_opens() -> None:
    days = Days()
    season = cast.running(days, cast.organiser(), cast.people(8))
    assert season.state == Season.State.RUNNING
    first, second = season.divisions.all()
    assert names(first) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert names(second) == ["Player 5", "Player 6", "Player 7", "Player 8"]
    assert first.matches_each == 3
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
    with days.now():
        for entry in season.entries.order_by("-pk"):
            assert entry.user is not None
            enter.sign_up(following.pk, entry.user)
    days.go(7)
    assert names(following.divisions.get(tier=1)) == [
        "Player 1", "Player 2", "Player 3", "Player 5"
    ]  # fmt: skip
    assert names(following.divisions.get(tier=2)) == [
        "Player 4", "Player 6", "Player 7", "Player 8"
    ]  # fmt: skip


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
        keep()
    assert running.count() == 1  # the others wait for who still plays
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
    played = tables.played(division)
    assert played.table()[0].player == winner
    assert 1 in played.reach()[loser]


def test_too_few_sign_up_and_it_stays_open_for_as_long_again() -> None:
    days = Days()
    season = cast.running(days, cast.organiser(), cast.people(1))
    assert season.state == Season.State.SIGN_UP
    with days.now():
        enter.sign_up(season.pk, cast.person("Latecomer"))
    days.go(7)
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    assert (season.ends_at - season.begins_at).days == 30


def test_bots_alone_play_their_matches_too() -> None:
    days = Days()
    olga = cast.organiser()
    with days.now():
        winter = cast.league(olga)
        keep()
        keep()
        season = winter.seasons.get()
        for _ in range(3):
            enter.add_bot(season.pk, olga, "easy")
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
