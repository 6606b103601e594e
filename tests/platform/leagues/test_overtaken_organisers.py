"""Two organisers at once, and dates that a page cannot show: no input is lost, and no notice is
wrong.

The slower organiser's text stays visible and can be sent, even if the page has no such form any
more. Dates from an outdated page do not overwrite newer ones.
"""

from __future__ import annotations

import html
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from leagues.models import Fixture, League, Member, News, Season
from leagues.services.entries.membership import note_member
from tests.platform.access.forms import forms_of
from tests.platform.accounts.cast import browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.leagues.test_founding import untouched
from tests.platform.leagues.test_organising import written
from tests.platform.leagues.test_pages import days, half_played, olga, text
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db

__all__ = ("days", "olga")
"""The fixtures of these tests."""

DESK = "/leagues/winter/organise/"
SLOWER = "Two cards were stuck together."
SEASON_ENDS_TWICE = datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
"""Half past two in Berlin, one hour before it is half past two there again."""


def dates(client: Any) -> dict[str, str]:
    """Return the data of the dates form, as the page shows it."""
    form = next(one for one in forms_of(client.get(DESK), DESK) if one.action.endswith("/dates"))
    return {one.name: one.value for one in form.fields}


def shown(page: Any, verb: str) -> dict[str, str]:
    """Return the fields of a form on a fixture's page, as shown."""
    form = next(one for one in forms_of(page, "/") if one.action.endswith(f"/{verb}"))
    return {one.name: one.value for one in form.fields}


@pytest.mark.parametrize("ends", [SEASON_ENDS_TWICE, SEASON_ENDS_TWICE + timedelta(hours=1)])
@pytest.mark.parametrize("seconds", [0, 12.000005])
def test_untouched_dates_stay_to_the_second_and_are_not_told(
    days: Days, olga: User, ends: datetime, seconds: float
) -> None:
    """The page shows no seconds, but saving it unchanged is no change and sends no notice. This
    also holds for the hour that occurs twice in autumn.
    """
    season = cast.open_for_sign_up(days, olga, cast.people(3))
    ends += timedelta(seconds=seconds)
    Season.objects.update(ends_at=ends, begins_at=season.begins_at + timedelta(seconds=seconds))
    User.objects.filter(pk=olga.pk).update(time_zone="Europe/Berlin")
    client = browser(olga)
    before = Season.objects.get().dates
    with days.now():
        assert client.post(f"{DESK}dates", dates(client)).status_code == 302
        assert Season.objects.get().dates == before
        assert not News.objects.exists()
        moved = dates(client) | {"begins_at": "2027-01-25T20:00"}
        assert client.post(f"{DESK}dates", moved).status_code == 302
    assert Season.objects.get().ends_at == ends
    assert News.objects.count() == 3


@pytest.mark.parametrize("at", ["2027-03-28T02:30", "2027-10-31T02:30"])
def test_a_time_that_no_clock_shows_or_shows_twice_is_refused(
    days: Days, olga: User, at: str
) -> None:
    """The typed value stays in its field."""
    cast.open_for_sign_up(days, olga, cast.people(3))
    User.objects.filter(pk=olga.pk).update(time_zone="Europe/Berlin")
    client = browser(olga)
    with days.now():
        page = client.post(f"{DESK}dates", dates(client) | {"ends_at": at})
    assert page.status_code == 422
    assert "Clocks change at this hour. Choose another time." in text(page)
    assert at in page.content.decode()


def test_dates_that_somebody_else_has_moved_are_not_put_back(days: Days, olga: User) -> None:
    """An organiser who moves only the beginning does not reset the end that another one has moved."""
    cast.open_for_sign_up(days, olga, cast.people(3))
    client = browser(olga)
    with days.now():
        old = dates(client)
        assert client.post(f"{DESK}dates", old | {"ends_at": "2027-06-01T20:00"}).status_code == 302
        page = client.post(f"{DESK}dates", old | {"begins_at": "2027-01-25T20:00"})
        assert page.status_code == 422
        assert "Another person has changed this in the meantime." in text(page)
        assert "It is now" in text(page)
        assert "2027-01-25T20:00" in page.content.decode()
        form = next(one for one in forms_of(page, DESK) if one.action.endswith("/dates"))
        again = {one.name: one.value for one in form.fields} | {"ends_at": "2027-06-01T20:00"}
        assert client.post(f"{DESK}dates", again).status_code == 302


def test_settings_that_two_organisers_change_can_be_sent_again(olga: User) -> None:
    """The slower one sees each present value beside the typed one, and may then save."""
    client, path = browser(olga), "/leagues/autumn-league/edit/"
    assert client.post("/leagues/new/", written()).status_code == 302
    autumn = League.objects.get()
    old = written(seen=autumn.changes, organisers="Olga")
    assert client.post(path, old | {"matches_each": 5, "substitutes": ""}).status_code == 302
    page = client.post(path, old | {"description": SLOWER})
    assert page.status_code == 422
    said = html.unescape(text(page))
    assert "Another person has changed this in the meantime." in said
    assert "some settings do not fit together" not in said
    assert SLOWER in said
    assert "It is now: 5" in said
    assert "It is now: No" in said
    seen = next(
        one.value for form in forms_of(page, path) for one in form.fields if one.name == "seen"
    )
    assert client.post(path, old | {"description": SLOWER, "seen": seen}).status_code == 302
    autumn.refresh_from_db()
    assert (autumn.description, autumn.matches_each) == (SLOWER, 9)


def test_only_settings_that_differ_are_told_as_changed(olga: User) -> None:
    """A game that is not played sends a length, too. A present zero is a value."""
    client, path = browser(olga), "/leagues/autumn-league/edit/"
    assert client.post("/leagues/new/", written(break_days=0)).status_code == 302
    seen = League.objects.get().changes
    old = untouched(client.get(path).context["form"]) | {"seen": seen}
    assert client.post(path, old | {"season_days": 44}).status_code == 302
    page = client.post(path, old | {"break_days": 5})
    assert page.status_code == 422
    errors = {name: said for name, said in page.context["form"].errors.items() if name in old}
    assert errors == {"season_days": ["It is now: 44"], "break_days": ["It is now: 0"]}


@pytest.mark.parametrize("verb", ["void", "restore", "result"])
def test_the_slower_organiser_finds_their_reason_again(days: Days, olga: User, verb: str) -> None:
    season = cast.running(days, olga, cast.people(4))
    half_played(days, season)
    fixture = Fixture.objects.filter(state=Fixture.State.SETTLED).order_by("pk")[0]
    path = f"/leagues/winter/fixtures/{fixture.pk}/"
    client = browser(olga)
    with days.now():
        if verb == "restore":
            sent = {"reason": "Too early.", "seen": fixture.changes}
            assert client.post(f"{path}void", sent).status_code == 302
            fixture.refresh_from_db()
        mine = {"reason": SLOWER, "seen": fixture.changes, "place-0": 1, "place-1": 2}
        mine |= {"total-0": 70, "total-1": 30}
        first = mine | {"reason": "First.", "total-0": 71}
        assert client.post(f"{path}{verb}", first).status_code == 302
        page = client.post(f"{path}{verb}", mine)
        assert page.status_code == 409
        assert SLOWER in html.unescape(page.content.decode())
        if verb == "result":
            # The page shows the present state; an organiser who has read it may decide.
            assert '<details class="fold" open' in page.content.decode()
            assert client.post(f"{path}{verb}", shown(page, verb)).status_code == 302


def test_the_reason_of_a_refused_walkover_is_kept(days: Days, olga: User) -> None:
    """The match ended meanwhile."""
    season = cast.running(days, olga, cast.people(4))
    fixture = Fixture.objects.filter(state=Fixture.State.RUNNING).order_by("pk")[0]
    seen = fixture.changes
    half_played(days, season)
    with days.now():
        page = browser(olga).post(
            f"/leagues/winter/fixtures/{fixture.pk}/walkover", {"reason": SLOWER, "seen": seen}
        )
    assert page.status_code == 409
    assert SLOWER in page.content.decode()


def test_a_second_reason_to_take_a_player_out_is_kept(days: Days, olga: User) -> None:
    """The player is out already, so the form is refused, and still contains the reason."""
    season = cast.running(days, olga, cast.people(4))
    entry = season.entries.order_by("pk")[0]
    client = browser(olga)
    with days.now():
        sent = {"entry": str(entry.pk), "reason": "First.", "sure": "yes"}
        assert client.post(f"{DESK}drop", sent).status_code == 302
        page = client.post(f"{DESK}drop", sent | {"reason": SLOWER})
    assert page.status_code == 409
    assert SLOWER in page.content.decode()


def test_what_was_chosen_stays_chosen_on_a_page_that_refuses_it(days: Days, olga: User) -> None:
    """The select does not return to its first option, which an organiser could send by mistake."""
    players = cast.people(6)
    season = cast.open_for_sign_up(days, olga, players[:4], substitutes=False, most=6)
    client = browser(olga)
    with days.now():
        page = client.post(f"{DESK}bot", {"level": "normal"})
        assert page.status_code == 302
        Season.objects.filter(pk=season.pk).update(state=Season.State.CANCELLED)
        assert client.post(f"{DESK}bot", {"level": "normal"}).status_code == 409
        Season.objects.filter(pk=season.pk).update(state=Season.State.SIGN_UP)
        page = client.post(f"{DESK}call-off", {"level": "normal"})
    assert page.status_code == 422
    assert '<option value="normal" selected>' in page.content.decode()


STALE = 'role="alert">Another person has changed this in the meantime.'


@pytest.mark.parametrize("verb", ["void", "restore", "result"])
def test_a_blank_decision_that_is_gone_says_what_changed(days: Days, olga: User, verb: str) -> None:
    """A missing reason cannot be told at a form that the page no longer has."""
    season = cast.running(days, olga, cast.people(4))
    fixture = Fixture.objects.filter(state=Fixture.State.RUNNING).order_by("pk")[0]
    if verb == "void":
        half_played(days, season)
    path = f"/leagues/winter/fixtures/{fixture.pk}/"
    client = browser(olga)
    with days.now():
        if verb == "void":
            fixture.refresh_from_db()
            sent = {"reason": "First.", "seen": fixture.changes}
            assert client.post(f"{path}void", sent).status_code == 302
        page = client.post(f"{path}{verb}", {"reason": "   ", "seen": fixture.changes})
    assert page.status_code == 409
    assert STALE in page.content.decode()
    assert "What you wrote" not in page.content.decode()


def test_a_corrected_result_that_is_gone_keeps_all_numbers(days: Days, olga: User) -> None:
    """The match begins again, so that the page has no form for a result."""
    cast.running(days, olga, cast.people(4))
    fixture = Fixture.objects.filter(state=Fixture.State.RUNNING).order_by("pk")[0]
    sent = {"reason": SLOWER, "seen": fixture.changes, "place-0": 1, "place-1": 2}
    sent |= {"total-0": 70, "total-1": -31}
    names = fixture.seats.order_by("seat").values_list("entry__user__name", flat=True)
    with days.now():
        page = browser(olga).post(f"/leagues/winter/fixtures/{fixture.pk}/result", sent)
    assert page.status_code == 409
    said = html.unescape(text(page).partition("What you wrote")[2])
    assert f"Reason: {SLOWER}" in said
    for name, place, total in zip(names, (1, 2), (70, -31), strict=True):
        assert f"Place of {name}: {place}" in said
        assert f"Total of {name}: {total}" in said


def test_a_time_for_a_match_that_runs_is_refused_in_words(days: Days, olga: User) -> None:
    """The player proposes a blank time, or none that a calendar has, on an old page."""
    cast.running(days, olga, cast.people(4))
    fixture = Fixture.objects.filter(state=Fixture.State.RUNNING).order_by("pk")[0]
    client = browser(fixture.seats.order_by("seat")[0].entry.user)
    path = f"/leagues/winter/fixtures/{fixture.pk}/propose"
    with days.now():
        blank, odd = (client.post(path, {"at": at}) for at in ("", "next Sunday"))
    assert (blank.status_code, odd.status_code) == (409, 409)
    assert STALE in blank.content.decode()
    assert "What you wrote" not in blank.content.decode()
    assert "next Sunday" in odd.content.decode()


def test_a_second_removal_without_a_tick_says_what_changed(days: Days, olga: User) -> None:
    """The page has no box any more for a player who has dropped out."""
    season = cast.running(days, olga, cast.people(4))
    entry = season.entries.order_by("pk")[0]
    client = browser(olga)
    with days.now():
        sent = {"entry": str(entry.pk), "sure": "yes"}
        assert client.post(f"{DESK}drop", sent).status_code == 302
        page = client.post(f"{DESK}drop", {"entry": str(entry.pk), "reason": SLOWER})
    assert page.status_code == 409
    assert "The player who had this place has already dropped out." in text(page)
    assert "Tick the box first." not in text(page)
    assert SLOWER in page.content.decode()


@pytest.mark.parametrize(("verb", "runs"), [("call-off", True), ("end", False)])
def test_an_action_that_is_gone_asks_for_no_tick(
    days: Days, olga: User, verb: str, runs: bool
) -> None:
    begun = cast.running if runs else cast.open_for_sign_up
    begun(days, olga, cast.people(4))
    with days.now():
        page = browser(olga).post(f"{DESK}{verb}")
    assert page.status_code == 409
    assert STALE in page.content.decode()
    assert "Tick the box first." not in text(page)


@pytest.mark.parametrize("invite_only", [False, True])
def test_a_person_who_is_removed_twice_is_no_wrong_address(
    days: Days, olga: User, invite_only: bool
) -> None:
    """An entrant before the draw, and a member of an invite-only league."""
    players = cast.people(4)
    season = cast.open_for_sign_up(days, olga, players)
    verb, sent = "drop", {"entry": str(season.entries.order_by("pk")[0].pk)}
    if invite_only:
        League.objects.update(invite_only=True)
        ivo = person("Ivo")
        note_member(season.league, ivo.pk, Member.State.INVITED)
        verb, sent = "remove", {"user": str(ivo.pk)}
    client = browser(olga)
    with days.now():
        assert client.post(f"{DESK}{verb}", sent).status_code == 302
        page = client.post(f"{DESK}{verb}", sent)
    assert page.status_code == 409
    assert STALE in page.content.decode()
    assert "For organisers" in text(page)
