"""A match that needs a time is shown where people look, counts, and is one step away."""

from __future__ import annotations

import pytest
from django.urls import reverse
from icalendar import Calendar

from accounts.models import User
from leagues.models import Entry, Fixture
from leagues.present.appointments_to_make import appointments_to_make
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.fixtures import arrange_appointment
from pages.waiting_matches import next_for, waiting_for
from tests.platform.accounts.cast import alice, browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.sure import sure

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> tuple[Days, list[User], Fixture]:
    """Two players with a live match to arrange."""
    days, players = Days(), cast.people(2)
    cast.running(days, cast.organiser(), players, live=True, matches_each=1)
    days.go(0)
    fixture = Fixture.objects.get()
    assert fixture.state == Fixture.State.ARRANGING
    return days, players, fixture


def address(fixture: Fixture) -> str:
    return reverse("leagues:fixture", args=["winter", fixture.pk])


@pytest.mark.parametrize("path", ["/matches/", "/leagues/"])
def test_it_stands_with_ones_matches_and_leagues(
    path: str, scene: tuple[Days, list[User], Fixture]
) -> None:
    _days, players, fixture = scene
    page = browser(players[0]).get(path).content.decode()
    assert "No time yet" in page
    assert f"with {players[1].name}" in page
    assert f'href="{address(fixture)}"' in page
    stranger = alice()
    assert "No time yet" not in browser(stranger).get(path).content.decode()


def test_a_fixture_waits_for_you_until_you_have_agreed(
    scene: tuple[Days, list[User], Fixture],
) -> None:
    """It counts, and the page links to it as the next open task."""
    days, (first, second), fixture = scene
    for one in (first, second):
        assert waiting_for(one.pk, None).count == 1
        assert next_for(one.pk, None) == address(fixture)
    assert browser(first).get(reverse("pages:next_match"))["Location"] == address(fixture)
    with days.now():
        arrange_appointment.propose_appointment(fixture.pk, first, sure(fixture.due_at))
    assert waiting_for(first.pk, None).count == 0
    assert waiting_for(second.pk, None).count == 1
    with days.now():
        arrange_appointment.agree_to_appointment(fixture.pk, second, sure(fixture.due_at))
    assert waiting_for(second.pk, None).count == 0
    (agreed,) = appointments_to_make(second.pk)
    assert not agreed.waits


def test_a_match_to_play_now_begins_as_soon_as_all_agree(
    scene: tuple[Days, list[User], Fixture],
) -> None:
    days, (first, second), fixture = scene
    path = address(fixture)
    with days.now():
        assert browser(first).post(f"{path}now")["Location"] == path
        assert "Proposed: now." in browser(second).get(path).content.decode()
        fixture.refresh_from_db()
        assert fixture.match is None
    at = fixture.appointment
    assert at is not None
    days.ms += 180_000  # no sweep runs
    with days.now():
        table = browser(second).post(f"{path}agree", {"at": at.isoformat()})["Location"]
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.RUNNING
    assert fixture.match is not None
    assert table == reverse("matches:table", args=[fixture.match.pk])


def test_who_has_dropped_out_arranges_nothing(scene: tuple[Days, list[User], Fixture]) -> None:
    days, (first, _second), _fixture = scene
    with days.now():
        drop_entry(Entry.objects.get(user=first).pk, first)
    assert appointments_to_make(first.pk) == []


def test_several_are_told_apart() -> None:
    days, players = Days(), cast.people(3)
    for one in players:
        one.language = "en"
        one.save()
    cast.running(days, cast.organiser(), players, live=True, matches_each=2)
    days.go(0)
    pages = [browser(one).get(reverse("notifications:notices")).content.decode() for one in players]
    for one, page in zip(players, pages, strict=True):
        own = appointments_to_make(one.pk)
        for appointment in own:
            assert f"for match {appointment.fixture.number + 1} by" in page


def test_what_all_have_agreed_to_goes_into_ones_calendar(
    scene: tuple[Days, list[User], Fixture],
) -> None:
    days, (first, second), fixture = scene
    ics = f"{address(fixture)}appointment.ics"
    with days.now():
        arrange_appointment.propose_appointment(fixture.pk, first, sure(fixture.due_at))
        assert browser(first).get(ics).status_code == 404, "not agreed yet"
        assert ics not in browser(first).get(address(fixture)).content.decode()
        arrange_appointment.agree_to_appointment(fixture.pk, second, sure(fixture.due_at))
        assert ics in browser(first).get(address(fixture)).content.decode()
        answer = browser(first).get(ics)
        assert browser(alice()).get(ics).status_code == 403
    assert answer["Content-Type"].startswith("text/calendar")
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert event.decoded("dtstart") == fixture.due_at
    assert second.name in str(event["description"])
    assert str(event["url"]).endswith(address(fixture))
