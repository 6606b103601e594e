"""The organiser's page of a running season: what it asks for, in which order, and its calm."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from core import clock
from leagues.models import Entry, Fixture, Season
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.entries.sign_up import sign_up
from leagues.services.fixtures.arrange_appointment import propose_appointment
from matches.services.absence import departure
from tests.platform.access.forms import unlinked
from tests.platform.accounts.cast import browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.leagues.test_pages import days, olga, text

pytestmark = pytest.mark.django_db

__all__ = ("days", "olga")
"""The fixtures of these tests."""

DAYS_LATER = timedelta(days=9)
DESK = "/leagues/winter/organise/"


def desk(days: Days, olga: User) -> str:
    """Return the text of the organiser's page at the present time."""
    with days.now():
        return text(browser(olga).get(DESK))


def test_a_season_that_runs_well_needs_nobody(days: Days, olga: User) -> None:
    """The page says so, and what happens at the end."""
    cast.running(days, olga, cast.people(4))
    said = desk(days, olga)
    assert "Nothing needs you now" in said
    assert "0 of 6" in said
    assert "A match that has not started when the season ends does not count." in said
    assert "Sign-up for the next season opens 3 days later." in said
    assert said.index("Nothing needs you now") < said.index("Player 1") < said.index("Ends")


def test_matches_that_are_nearly_due_come_first(days: Days, olga: User) -> None:
    """A match by correspondence is due when the season ends."""
    cast.running(days, olga, cast.people(4))
    days.go(27)
    assert "Nothing needs you now" in desk(days, olga)
    days.go(1.5)
    said = desk(days, olga)
    assert "Needs you now (6)" in said
    assert "When it is due, it counts as it is." in said
    assert said.index("Needs you now") < said.index("Season 1: running")


def test_people_without_an_answer_are_named(days: Days, olga: User) -> None:
    """They come first as soon as the match is nearly due, and are marked in the list before."""
    season = cast.running(
        days, olga, cast.people(3), live=True, seats=3, matches_each=1, appointment_days=10
    )
    fixture = Fixture.objects.get(division__season=season)
    with days.now():
        proposer = season.entries.order_by("pk")[1]
        assert proposer.user is not None
        propose_appointment(fixture.pk, proposer.user, clock.now() + DAYS_LATER)
    early = desk(days, olga)
    assert "Nothing needs you now" in early
    assert early.count("1 answer missing") == 2
    assert "Next deadline" in early
    days.go(8.5)
    said = desk(days, olga)
    assert "Needs you now (1)" in said
    silent = said.partition("No answer yet:")[2].partition("Decide")[0]
    assert {f"Player {one}" in silent for one in (1, 3)} == {True}
    assert "Player 2" not in silent


def test_a_bot_that_plays_for_a_person_is_told(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4))
    fixture = Fixture.objects.filter(division__season=season, state="running").order_by("pk")[0]
    seat = fixture.seats.select_related("entry__user").order_by("seat")[0]
    assert fixture.match_id is not None
    assert seat.entry.user is not None
    with days.now():
        departure.leave_match(fixture.match_id, seat.entry.user)
    said = desk(days, olga)
    assert "Needs you now (1)" in said
    assert f"A bot plays for: {seat.entry.user.name}" in said
    page = browser(olga).get(DESK).content.decode()
    assert page.count('<span class="chip">a bot plays</span>') == 1


def test_a_free_place_is_a_need_while_it_can_be_filled(days: Days, olga: User) -> None:
    players = cast.people(5)
    season = cast.running(days, olga, players[:4], at_once=1)
    with days.now():
        drop_entry(season.entries.get(user=players[0]).pk, olga)
    said = desk(days, olga)
    assert "The place of Player 1 is free" in said
    assert "The waiting list is empty." in said
    with days.now():
        sign_up(season.pk, players[4])
    assert "is free" not in desk(days, olga)


def test_a_place_that_stays_free_is_no_need(days: Days, olga: User) -> None:
    season = cast.running(days, olga, cast.people(4), at_once=1, substitutes=False)
    with days.now():
        drop_entry(season.entries.order_by("pk")[0].pk, olga)
    assert "Nothing needs you now" in desk(days, olga)


def test_a_players_row_unfolds_to_what_a_removal_loses(days: Days, olga: User) -> None:
    """The rows are closed, so that no button leads the page."""
    players = cast.people(5)
    season = cast.running(days, olga, players[:4], at_once=1)
    with days.now():
        page = browser(olga).get(DESK)
    said, entry = text(page), season.entries.order_by("pk")[0]
    assert "A bot finishes 1 match that runs." in said
    assert "Until another player takes it over, a bot plays its further matches" in said
    assert "Remove Player 1 from the season" in said
    assert '<details class="fold entrant" open' not in page.content.decode()
    sent: dict[str, Any] = {"entry": entry.pk, "reason": "x" * 301}
    with days.now():
        refused = browser(olga).post(f"{DESK}drop", sent)
    told = refused.content.decode()
    assert told.count('<details class="fold entrant" open') == 1
    assert "notice--bad" not in told, "told at the top of the page"
    row = told[told.index(f'id="player-{entry.pk}"') :].partition("</details>")[0]
    assert f'value="{"x" * 301}"' in row
    assert unlinked(told) == []
    for name, why in (("reason", "This is too long."), ("sure", "Tick the box first.")):
        assert f'aria-describedby="drop-{entry.pk}-{name}_error"' in row
        assert why in row.partition(f'id="drop-{entry.pk}-{name}_error"')[2].partition("</div>")[0]
    assert Entry.objects.filter(pk=entry.pk, dropped_at=None).exists()


def test_needs_and_players_come_before_texts_and_settings(days: Days, olga: User) -> None:
    cast.running(days, olga, cast.people(4), at_once=1)
    with days.now():
        page = browser(olga).get(DESK).content.decode()
    parts = ('id="needs"', 'id="division-1"', 'id="course"', 'id="waiting-list"', 'id="office"')
    assert sorted(parts, key=page.index) == list(parts)
    course = page[page.index('id="course"') : page.index('id="waiting-list"')]
    assert course.index("How the season ends") < course.index("the season ends earlier")
    assert "<details" in course.split("the season ends earlier")[0]
    assert "<details open" not in course


def test_the_page_takes_as_many_queries_for_more_matches(days: Days, olga: User) -> None:
    cast.running(days, olga, cast.people(3), matches_each=2, at_once=9)
    few = _queries(days, olga)
    Season.objects.all().delete()
    cast.running(
        days,
        olga,
        [User.objects.create_user(f"Other {one}", "a long enough one") for one in range(4)],
        slug="spring",
        name="Spring league",
        matches_each=9,
        at_once=9,
    )
    assert _queries(days, olga, "/leagues/spring/organise/") <= few


def _queries(days: Days, olga: User, path: str = DESK) -> int:
    client = browser(olga)
    with days.now():
        client.get(path)
        with CaptureQueriesContext(
            connection,
        ) as counted:
            client.get(path)
    return len(counted)
