"""Settings and dates that do not go together are refused, each by its field and in a sentence."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from core import clock
from core.refusals import Refused
from leagues.models import League, Season
from leagues.services.entries.sign_up import sign_up
from leagues.services.seasons.advance_leagues import advance_leagues
from leagues.services.seasons.call_off_season import call_off_season
from leagues.services.seasons.change_league import change_league
from leagues.services.seasons.close_league import close_league
from leagues.services.seasons.league_games import GameChoice
from leagues.services.seasons.move_season import move_season
from leagues.services.seasons.plan_season import plan_season
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import GAME, person

pytestmark = pytest.mark.django_db


def day(number: float) -> datetime:
    return clock.as_datetime(cast.BEGIN_MS) + timedelta(days=number)


@pytest.mark.parametrize(
    ("field", "settings"),
    [
        ("division_size", {"division_size": 1}),
        ("division_size", {"seats": 3, "division_size": 2, "moving": 0}),
        ("division_size", {"division_size": 41}),
        ("seats", {"seats": 1}),
        ("seats", {"seats": 9, "division_size": 12}),
        ("moving", {"moving": 3}),
        ("matches_each", {"matches_each": 0}),
        ("season_days", {"season_days": 0}),
        ("season_days", {"season_days": 1000}),
        ("sign_up_days", {"sign_up_days": "soon"}),
        ("most", {"most": 1}),
        ("points", {"points": [3]}),
        ("points", {"points": [1, 3]}),
        ("points", {"points": [2, 2]}),
        ("points", {"points": ["many", 0]}),
        ("points", {"points": [True, 0]}),
        ("points", {"points": "3, 1"}),
        ("tie_breaks", {"tie_breaks": ["beauty"]}),
        ("tie_breaks", {"tie_breaks": ["wins", "wins"]}),
        ("tie_breaks", {"tie_breaks": "wins"}),
        ("void", {"void": "shrug"}),
        ("name", {"name": ""}),
        ("slug", {"slug": "no slug"}),
        ("games", {"games": []}),
        ("games", {"games": [GameChoice("chess")]}),
        ("games", {"games": [GameChoice(GAME, tempo="warp")]}),
        ("games", {"games": [GameChoice(GAME, tempo="live")]}),
        ("games", {"games": [GameChoice(GAME, target="rounds-99")]}),
        ("games", {"games": [GameChoice(GAME, options={"colour": "red"})]}),
        ("games", {"games": [GameChoice(GAME), GameChoice(GAME)]}),
        ("games", {"seats": 6, "division_size": 12}),
        (
            "counts",
            {
                "counts": "rounds",
                "games": [
                    GameChoice(GAME),
                    GameChoice("siebenschlaefer"),
                ],
            },
        ),
    ],
)
def test_a_wrong_setting_is_named(field: str, settings: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as error:
        cast.league(cast.organiser(), **settings)
    assert error.value.message_dict[field]
    assert not League.objects.exists()


def test_a_live_league_needs_a_live_tempo() -> None:
    olga = cast.organiser()
    winter = cast.league(olga, live=True)
    assert winter.games.get().tempo == "live"
    with pytest.raises(ValidationError) as error:
        change_league(winter.pk, olga, None, seen=winter.changes, live=False)
    assert "games" in error.value.message_dict


def test_two_leagues_do_not_share_an_address() -> None:
    olga = cast.organiser()
    cast.league(olga)
    with pytest.raises(ValidationError) as error:
        cast.league(olga, name="Another league")
    assert list(error.value.message_dict) == ["slug"]


def test_only_organisers_organise() -> None:
    olga, bob = cast.organiser(), person("Bob")
    winter = cast.league(olga)
    with pytest.raises(Refused, match="not_yours"):
        change_league(winter.pk, bob, None, seen=1, name="Bob's league")
    changed = change_league(winter.pk, olga, None, seen=1, organisers=[bob])
    assert change_league(changed.pk, bob, None, seen=2, name="Bob's league").name == "Bob's league"


def test_of_two_organisers_at_once_the_second_is_told() -> None:
    olga = cast.organiser()
    winter = cast.league(olga)
    change_league(winter.pk, olga, None, seen=1, season_days=20)
    with pytest.raises(Refused, match="changed_meanwhile"):
        change_league(winter.pk, olga, None, seen=1, season_days=50)
    winter.refresh_from_db()
    assert winter.season_days == 20


def test_new_settings_hold_from_the_next_draw_on() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4))
    with days.now():
        change_league(season.league.pk, olga, None, seen=1, points=[9, 0])
    cast.play_all(days, season)
    table = season.divisions.get().changes.last()
    assert table is not None
    assert table.table[0][2] == "3"


@pytest.mark.parametrize(
    ("field", "dates"),
    [
        ("begins_at", (2, 1, 9)),
        ("begins_at", (-3, -1, 9)),
        ("begins_at", (1, 1000, 1009)),
        ("ends_at", (1, 5, 5)),
        ("ends_at", (1, 5, 3)),
        ("ends_at", (1, 5, 500)),
    ],
)
def test_wrong_dates_are_named(field: str, dates: tuple[float, float, float]) -> None:
    olga = cast.organiser()
    winter = cast.league(olga, continues=False)
    winter.seasons.all().delete()
    with clock.stopped(cast.BEGIN_MS), pytest.raises(ValidationError) as error:
        plan_season(winter.pk, olga, *map(day, dates))
    assert list(error.value.message_dict) == [field]
    assert not winter.seasons.exists()


def test_seasons_do_not_overlap() -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4))
    with days.now():
        with pytest.raises(ValidationError) as error:
            plan_season(season.league.pk, olga, day(30), day(40), day(60))
        assert "Season 1 will not be over by then" in error.value.message_dict["opens_at"][0]
        following = plan_season(season.league.pk, olga, day(38), day(40), day(60))
        with pytest.raises(ValidationError, match="already planned"):
            plan_season(season.league.pk, olga, day(70), day(80), day(90))
        with pytest.raises(ValidationError) as error:
            move_season(season.pk, olga, day(0), day(7), day(50), seen=Season.State.RUNNING)
        assert list(error.value.message_dict) == ["ends_at"]
        with pytest.raises(Refused, match="changed_meanwhile"):
            move_season(following.pk, olga, day(39), day(41), day(61), seen=Season.State.SIGN_UP)
        move_season(following.pk, olga, day(39), day(41), day(61), seen=Season.State.PLANNED)
        call_off_season(following.pk, olga)
        with pytest.raises(Refused, match="season_over"):
            call_off_season(following.pk, olga)
        with pytest.raises(Refused, match="season_begun"):
            call_off_season(season.pk, olga)


def test_the_database_refuses_two_seasons_at_once() -> None:
    season = cast.running(Days(), cast.organiser(), cast.people(2))
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.create(
            league=season.league,
            number=2,
            state=Season.State.SIGN_UP,
            opens_at=day(0),
            begins_at=day(1),
            ends_at=day(2),
        )


def test_a_closed_league_takes_nobody_in() -> None:
    days, olga = Days(), cast.organiser()
    with days.now():
        winter = cast.league(olga)
        advance_leagues()
        advance_leagues()
        season = winter.seasons.get()
        close_league(winter.pk, olga)
        with pytest.raises(Refused, match="sign_up_closed"):
            sign_up(season.pk, person("Bob"))
        with pytest.raises(Refused, match="league_closed"):
            plan_season(winter.pk, olga, day(1), day(2), day(3))
    days.go(100)
    assert winter.seasons.get().state == Season.State.CANCELLED
