"""The pages of organisers: creating, drawing and deciding, and the required rights."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from core import clock
from core.refusals import Refused
from leagues.models import Fixture, League, Season
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.entries.sign_up import sign_up
from leagues.services.seasons.league_games import GameChoice
from tests.platform.accounts.cast import browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.leagues.test_pages import address, days, half_played, olga, open_season, text
from tests.platform.matches.cast import GAME, person

pytestmark = pytest.mark.django_db

__all__ = ("days", "olga", "open_season")
"""The fixtures of these tests."""


def written(**other: object) -> dict[str, Any]:
    """Return the fields of a form to create a league."""
    return {
        "name": "Autumn league",
        "game-sleeping_queens": "on",
        "target-sleeping_queens": "rounds-1",
        "seats": 3,
        "division_size": 12,
        "matches_each": 9,
        "at_once": 3,
        "points": "4, 2, 0",
        "counts": "places",
        "tie_breaks_0": "wins",
        "tie_breaks_1": "lots",
        "moving": 2,
        "corrections": "points",
        "void": "replay",
        "sign_up_days": 14,
        "season_days": 90,
        "break_days": 7,
        "appointment_days": 10,
        "substitutes": "on",
        "continues": "on",
    } | other


def test_a_league_is_founded_changed_and_closed(olga: User) -> None:
    client = browser(olga)
    page = client.post("/leagues/new/", written())
    assert page.status_code == 302, text(page)
    autumn = League.objects.get(slug="autumn-league")
    assert (autumn.points, autumn.tie_breaks) == ([4, 2, 0], ["wins", "lots"])
    assert list(autumn.organisers.all()) == [olga]
    form = client.get("/leagues/autumn-league/edit/").content.decode()
    assert 'value="4, 2, 0"' in form
    changed = written(seen=autumn.changes, matches_each=6, organisers="Olga")
    assert client.post("/leagues/autumn-league/edit/", changed).status_code == 302
    autumn.refresh_from_db()
    assert autumn.matches_each == 6
    late = client.post("/leagues/autumn-league/edit/", changed)
    assert late.status_code == 422
    assert "Another person has changed this in the meantime." in text(late)
    unsure = client.post("/leagues/autumn-league/organise/close")
    assert "Tick the box" in text(unsure)
    told = unsure.content.decode()
    assert told.count('aria-describedby="close-sure_error"') == told.count('"close-sure_error"') - 1
    assert told.count("Tick the box first.") == told.count('aria-invalid="true"') == 1
    assert "notice--bad" not in told
    assert re.search(r'id="office"\s+open', told), "the fold with the box is closed"
    client.post("/leagues/autumn-league/organise/close", {"sure": "yes"})
    assert "This league is closed." in text(client.get("/leagues/autumn-league/"))


def test_organisers_are_in_alphabetical_order(olga: User) -> None:
    league, wanted = cast.league(olga), ["Ida", "Jan 9", "Jan 10", "Olga"]
    league.organisers.add(*(person(name) for name in wanted[::-1] if name != "Olga"))
    page = browser(olga).get(f"/leagues/{league.slug}/")
    assert [one.name for one in page.context["organisers"]] == wanted
    form = browser(olga).get(f"/leagues/{league.slug}/edit/").context["form"]
    assert form["organisers"].value() == ", ".join(wanted)


@pytest.mark.parametrize("continues", ["on", ""])
def test_the_first_season_is_open_whether_another_follows_or_not(
    olga: User, continues: str
) -> None:
    client = browser(olga)
    page = text(client.post("/leagues/new/", written(continues=continues), follow=True))
    assert "Sign-up for its first season is open." in page
    assert "Season 1: open for sign-up" in page


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"division_size": 2}, "A division needs at least as many players"),
        ({"points": "1, 2, 3"}, "A better place must not give fewer points."),
        ({"points": "4, 2"}, "so write"),
        ({"points": "four"}, "Write whole numbers"),
        # Python reads no number of more than 4,300 digits, which must not cause a server error.
        ({"points": "9" * 5_000}, "Write whole numbers"),
        ({"points": "1," * 5_000}, "At most 120"),
        ({"points": "\N{SUPERSCRIPT TWO}, 1, 0"}, "Write whole numbers"),
        ({"moving": 7}, "Some players have to stay in a division"),
        ({"tie_breaks_1": "wins"}, "List each tie-break only once."),
        ({"tie_breaks_0": "beauty"}, "Choose one of these."),
        ({"seats": 9}, "Enter a number from 2 to 8."),
        ({"seats": "many"}, "Enter a whole number."),
        ({"season_days": 0}, "Enter a number from 1 to 366."),
        ({"most": -1}, "Enter a number from 2 to 32767."),
        ({"name": ""}, "Fill in this field."),
        ({"name": "!!!"}, "Write an address"),
        ({"slug": "new"}, "This is already taken."),
        ({"game-sleeping_queens": ""}, "Choose at least one game."),
        ({"most": 2}, "Allow enough players for one table"),
        ({"target-sleeping_queens": "rounds-7777"}, "Choose one of these."),
        ({"name": "x" * 61}, "At most 60 characters"),
        ({"name": "a\x00b"}, "This contains an invisible character."),
    ],
)
def test_settings_that_do_not_go_together_are_told(
    olga: User, wrong: dict[str, Any], sentence: str
) -> None:
    """No typed value is lost."""
    page = browser(olga).post("/leagues/new/", written(description="Warm and late.") | wrong)
    assert page.status_code == 422
    assert sentence in text(page)
    assert "Warm and late." in page.content.decode()
    assert not League.objects.exists()


def test_a_wrong_number_is_told_alone(olga: User) -> None:
    """The other settings are compared with it once it is right."""
    wrong = written(seats=99, division_size=3, moving=1, points="9, 8, 7, 6")
    page = browser(olga).post("/leagues/new/", wrong)
    assert page.context["form"].errors == {"seats": ["Enter a number from 2 to 8."]}


def test_a_league_without_games_is_told_at_the_games(olga: User) -> None:
    page = browser(olga).post("/leagues/new/", written() | {"game-sleeping_queens": ""})
    told = page.content.decode()
    assert told.count("Choose at least one game.") == 1
    assert re.search(r'aria-describedby="games-error".*id="games-error"', told, re.DOTALL)
    assert told.count('aria-invalid="true"') == 1


def test_dates_are_planned_moved_and_refused_by_name(olga: User) -> None:
    browser(olga).post("/leagues/new/", written(continues=""))
    Season.objects.all().delete()  # for example cancelled
    client, now = browser(olga), timezone.localtime(clock.now())

    def sent(*days_on: float, **other: str) -> dict[str, str]:
        at = [f"{now + timedelta(days=one):%Y-%m-%dT%H:%M}" for one in days_on]
        return dict(zip(("opens_at", "begins_at", "ends_at"), at, strict=True)) | other

    path = "/leagues/autumn-league/organise/dates"
    page = client.post(path, sent(3, 2, 20))
    assert page.status_code == 422
    assert "The season must begin after sign-up opens." in text(page)
    assert sent(3, 2, 20)["ends_at"] in page.content.decode()
    assert (
        client.post(path, {"opens_at": "soon", "begins_at": "", "ends_at": ""}).status_code == 422
    )
    assert not Season.objects.exists()
    assert client.post(path, sent(1, 2, 20)).status_code == 302
    assert client.post(path, sent(1, 4, 20, seen="planned")).status_code == 302
    stale = client.post(path, sent(1, 4, 30, seen="running"))
    assert "Another person has changed this in the meantime." in text(stale)
    assert client.post(path, sent(1, 4, 30, seen="nonsense")).status_code in (302, 422)


@pytest.mark.parametrize("day", ["0001-01-01", "0001-01-02", "9999-12-31"])
@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_days_at_the_end_of_the_calendar_are_refused(olga: User, day: str, zone: str) -> None:
    User.objects.filter(pk=olga.pk).update(time_zone=zone)
    browser(olga).post("/leagues/new/", written(continues=""))
    Season.objects.all().delete()
    path = "/leagues/autumn-league/organise/dates"
    names, now = ("opens_at", "begins_at", "ends_at"), clock.now()
    dates = {name: f"{now + timedelta(days=n):%Y-%m-%dT%H:%M}" for n, name in enumerate(names, 2)}
    for name in names:
        page = browser(olga).post(path, dates | {name: f"{day}T00:30"})
        assert page.status_code == 422
    assert not Season.objects.exists()


def test_the_draw_is_looked_at_before_it_is_confirmed(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(8), confirm_draw=True)
    client = browser(olga)
    said = text(client.get("/leagues/winter/organise/"))
    assert "Pairings (difference)" in said
    seeds = list(season.divisions.values_list("seed", flat=True))
    with days.now():
        assert client.post("/leagues/winter/organise/draw").status_code == 302
        assert list(season.divisions.values_list("seed", flat=True)) != seeds
        assert season.divisions.filter(matches_each=0).count() == 0
        assert client.post("/leagues/winter/organise/confirm").status_code == 302
        again = client.post("/leagues/winter/organise/confirm")
    assert "There are no pairings to confirm." in text(again)
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING


def test_who_drops_out_is_replaced_by_whom_the_organiser_names(days: Days, olga: User) -> None:
    players = cast.people(6)
    season = cast.running(days, olga, players[:4], substitutes=False)
    client = browser(olga)
    gone = season.entries.get(user=players[0])
    with days.now():
        sent = {"entry": gone.pk, "reason": "Moved to the moon."}
        unsure = client.post("/leagues/winter/organise/drop", sent)
        assert unsure.status_code == 422
        assert "Tick the box first." in text(unsure)
        assert "Moved to the moon." in unsure.content.decode()
        gone.refresh_from_db()
        assert gone.dropped_at is None
        sent["sure"] = "yes"
        assert client.post("/leagues/winter/organise/drop", sent).status_code == 302
        nobody = client.post(
            "/leagues/winter/organise/replace", {"entry": gone.pk, "substitute": 0}
        )
    assert nobody.status_code == 409
    said = text(browser().get(address(season.divisions.get())))
    assert "Reason: Moved to the moon." in said


def test_a_reason_that_is_too_long_takes_nobody_out(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    entry = season.entries.order_by("pk")[0]
    with days.now():
        sent = {"entry": entry.pk, "reason": "x" * 301, "sure": "yes"}
        page = browser(olga).post("/leagues/winter/organise/drop", sent)
    assert page.status_code == 422
    assert "This is too long. At most 300 characters fit." in text(page)
    entry.refresh_from_db()
    assert entry.dropped_at is None


def test_a_walkover_without_a_reason_keeps_who_was_there(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    fixture = Fixture.objects.filter(division__season=season).order_by("pk")[0]
    path = f"/leagues/winter/fixtures/{fixture.pk}/"
    with days.now():
        page = browser(olga).post(
            f"{path}walkover", {"here-1": "on", "reason": "", "seen": fixture.changes}
        )
    assert page.status_code == 422
    ticked = page.content.decode()
    assert 'name="here-1" checked' in ticked
    assert 'name="here-0" checked' not in ticked


def test_the_desk_of_a_running_season_shows_draw_and_waiting(days: Days, olga: User) -> None:
    """People on the waiting list are included."""
    players = cast.people(5)
    season = cast.running(days, olga, players[:4])
    client, path = browser(olga), "/leagues/winter/organise/"
    said = text(client.get(path))
    assert "Pairings (difference)" in said
    assert "Make new pairings" not in said
    assert "Nobody is waiting." in said
    with days.now():
        sign_up(season.pk, players[4])
        late = season.entries.get(user=players[4])
        assert "Nobody is waiting." not in text(client.get(path))
        assert client.post(f"{path}drop", {"entry": late.pk}).status_code == 302
    assert "Nobody is waiting." in text(client.get(path))


def test_the_draw_says_how_even_it_is(days: Days, olga: User) -> None:
    """It shows how even the games are, and how often three players meet again.

    A draw of an earlier release has no such numbers, but is shown, too.
    """
    season = cast.running(days, olga, cast.people(4))
    page = text(browser(olga).get("/leagues/winter/organise/"))
    assert "Games (difference)" in page
    assert "Same three meet again" in page
    division = season.divisions.get()
    assert division.imbalance is not None
    known = {name: division.imbalance[name] for name in division.imbalance if "_" in name}
    del known["threes_again"]
    division.imbalance = known
    division.save()
    assert (
        text(browser(olga).get("/leagues/winter/organise/")).count("\N{EN DASH}")
        == page.count("\N{EN DASH}") + 2
    )


def test_bots_take_part(open_season: Season, days: Days, olga: User) -> None:
    client = browser(olga)
    with days.now():
        assert client.post("/leagues/winter/organise/bot", {"level": "normal"}).status_code == 302
        wrong = client.post("/leagues/winter/organise/bot", {"level": "god"})
        empty = client.post("/leagues/winter/organise/bot")
    assert "There is no bot level called god." in text(wrong)
    assert "Choose a bot level." in text(empty)
    assert "Nox" in text(browser().get("/leagues/winter/"))


def test_a_result_is_corrected_and_restored(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    half_played(days, season)
    fixture = Fixture.objects.filter(state=Fixture.State.SETTLED).order_by("pk").first()
    assert fixture is not None
    client, path = browser(olga), f"/leagues/winter/fixtures/{fixture.pk}/"
    before = list(fixture.seats.order_by("seat").values_list("place", flat=True))
    turned = {f"place-{seat}": 3 - (place or 0) for seat, place in enumerate(before)}
    sent = turned | {"total-0": 1, "total-1": 1, "reason": "", "seen": fixture.changes}
    with days.now():
        page = client.post(f"{path}result", sent)
        assert page.status_code == 422
        assert "Give a reason: everyone can read it." in text(page)
        wrong = client.post(f"{path}result", sent | {"reason": "x", "place-0": 1, "place-1": 3})
        assert wrong.status_code == 422
        assert client.post(f"{path}result", sent | {"reason": "Miscounted."}).status_code == 302
        fixture.refresh_from_db()
        assert list(fixture.seats.order_by("seat").values_list("place", flat=True)) == before[::-1]
        late = client.post(f"{path}void", {"reason": "Late.", "seen": fixture.changes - 1})
        assert "Another person has changed this in the meantime." in text(late)
        back = {"reason": "It was right.", "seen": fixture.changes}
        assert client.post(f"{path}restore", back).status_code == 302
        assert list(fixture.seats.order_by("seat").values_list("place", flat=True)) == before
        fixture.refresh_from_db()
        void = {"reason": "A stuck card.", "seen": fixture.changes}
        assert client.post(f"{path}void", void).status_code == 302
    said = text(browser().get(address(season.divisions.get())))
    for reason in ("Miscounted.", "A stuck card."):
        assert f"Reason: {reason}" in said


def test_players_agree_on_an_appointment(days: Days, olga: User) -> None:
    players = cast.people(4)
    cast.running(days, olga, players, live=True, game=GameChoice(GAME))
    fixture = Fixture.objects.filter(state=Fixture.State.ARRANGING).order_by("pk").first()
    assert fixture is not None
    one, two = [seat.entry.user for seat in fixture.seats.order_by("seat")]
    path = f"/leagues/winter/fixtures/{fixture.pk}/"
    with days.now():
        at = timezone.localtime(clock.now()) + timedelta(days=2)
        assert "Nobody has proposed a time yet." in text(browser(one).get(path))
        assert browser(one).post(f"{path}propose", {"at": "whenever"}).status_code == 422
        far = browser(one).post(f"{path}propose", {"at": "2099-01-01T10:00"})
        told = far.content.decode()
        assert far.status_code == 422
        assert 'aria-describedby="id_at_error"' in told
        assert "The time must be between now" in told.partition('id="id_at_error"')[2]
        assert told.count("The time must be between now") == 1
        assert 'value="2099-01-01T10:00"' in told
        assert (
            browser(one).post(f"{path}propose", {"at": f"{at:%Y-%m-%dT%H:%M}"}).status_code == 302
        )
        page = browser(two).get(path).content.decode()
        found = re.search(r'name="at" value="([^"]+)"', page)
        assert found is not None
        for nonsense in ("", "2026-13-45T99:99", "x"):
            assert browser(two).post(f"{path}agree", {"at": nonsense}).status_code == 409
        assert browser(two).post(f"{path}agree", {"at": found[1]}).status_code == 302
        others = next(player for player in players if player not in (one, two))
        assert browser(others).post(f"{path}agree", {"at": found[1]}).status_code == 403
        assert "All have agreed" not in text(browser(others).get(path))
    assert set(fixture.seats.values_list("agreed", flat=True)) == {True}


def test_an_organiser_of_another_league_decides_nothing_here(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(5)[:4])
    stranger = User.objects.get(name="Player 5")
    other = cast.league(olga, name="Other", slug="other")
    other.organisers.add(stranger)
    fixture = Fixture.objects.order_by("pk").first()
    assert fixture is not None
    client = browser(stranger)
    assert client.get(f"/leagues/other/fixtures/{fixture.pk}/").status_code == 404
    entry = season.entries.first()
    assert entry is not None
    assert client.post("/leagues/other/organise/drop", {"entry": entry.pk}).status_code in (
        404,
        409,
    )
    with pytest.raises(Refused):
        drop_entry(entry.pk, stranger)


def test_the_desk_of_a_new_league_is_a_list_of_steps(days: Days, olga: User) -> None:
    """The founder invites with a link and a code, signs up on the page, and begins there."""
    season = cast.open_for_sign_up(days, olga, [])
    client, path = browser(olga), "/leagues/winter/organise/"
    with days.now():
        page = client.get(path).content.decode()
        assert "http://testserver/leagues/winter/" in page
        assert '<svg class="qr-code"' in page
        assert "2 more players, and you can begin at any time." in text(client.get(path))
        sent = {"next": path}
        answer = client.post("/leagues/winter/sign-up", sent)
        assert answer["Location"] == path
        said = text(client.get(path))
        assert "Who is in (1)" in said
        assert "One more player, and you can begin at any time." in said
        assert "I play too" not in said
    assert season.entries.get().user == olga
