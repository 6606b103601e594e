"""The people of a fixture exchange messages: only its players and the organisers read them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import Restriction, User
from accounts.services import mutes
from core import clock
from leagues.models import Fixture, FixtureMessage, News
from leagues.personal_data import export_messages, forget_user
from leagues.services import notify
from leagues.services.fixtures import arrange_appointment
from leagues.web.consumers import FixtureSocket
from matches.services.talk import LONGEST
from realtime.sockets import PageReader
from tests.platform.accounts.cast import alice, browser
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.sure import sure

pytestmark = pytest.mark.django_db

FREE = "Are you free on Friday <evening>?"


@pytest.fixture
def scene() -> tuple[list[User], Fixture]:
    """Two players with a live match to arrange."""
    days, players = Days(), cast.people(2)
    cast.running(days, cast.organiser(), players, live=True, matches_each=1)
    days.go(0)
    return players, Fixture.objects.get()


def page_of(fixture: Fixture, user: User) -> str:
    address = reverse("leagues:fixture", args=["winter", fixture.pk])
    return browser(user).get(address).content.decode()


def write(fixture: Fixture, user: User, text: str = FREE) -> Any:
    address = reverse("leagues:write_to_fixture", args=["winter", fixture.pk])
    return browser(user).post(address, {"text": text})


def fragments(fixture: Fixture, user: User | None, **other: object) -> Mapping[str, str] | None:
    known = (
        {"user_id": None, "epoch": 0} if user is None else {"user_id": user.pk, "epoch": user.epoch}
    )
    asked = {"language": "en", "query": (("fixture", str(fixture.pk)),)} | known | other
    reader = PageReader(**asked)  # type: ignore[arg-type]  # as the socket makes it
    return FixtureSocket.fragments([reader])[reader]


def test_what_one_writes_the_other_reads_at_once_and_is_told(
    scene: tuple[list[User], Fixture],
) -> None:
    (first, second), fixture = scene
    assert "Nobody has written anything yet." in page_of(fixture, second)
    assert write(fixture, first).status_code == 302
    shown = "Are you free on Friday &lt;evening&gt;?"
    assert shown in page_of(fixture, second)
    assert shown in (fragments(fixture, second) or {})["#thread"]
    write(fixture, first, "Or on Saturday?")
    (news,) = News.objects.filter(kind=News.Kind.WROTE)
    assert news.user_id == second.pk
    assert notify.send_news() >= 1
    assert [one["text"] for one in export_messages(first)] == [FREE, "Or on Saturday?"]
    forget_user(user_id=first.pk)
    assert not FixtureMessage.objects.exists()


def test_the_link_to_the_match_is_sent_to_waiting_pages(
    scene: tuple[list[User], Fixture],
) -> None:
    (first, second), fixture = scene
    arrange_appointment.propose_now(fixture.pk, first)
    assert "href" not in (fragments(fixture, first) or {})["#to-table"]
    fixture.refresh_from_db()
    arrange_appointment.agree_to_appointment(fixture.pk, second, sure(fixture.appointment))
    fixture.refresh_from_db()
    path = reverse("matches:table", args=[fixture.match_id])
    assert f'href="{path}"' in (fragments(fixture, first) or {})["#to-table"]


def test_organisers_write_there_and_nobody_else_reads_it(scene: tuple[list[User], Fixture]) -> None:
    (first, _second), fixture = scene
    write(fixture, first)
    league = fixture.division.season.league
    helper = User.objects.create_user("Helga")
    league.organisers.add(helper)
    assert FREE.split()[0] in (fragments(fixture, helper) or {})["#thread"]
    assert write(fixture, helper, "I can help.").status_code == 302
    stranger = alice()
    refused = write(fixture, stranger)
    assert refused.status_code == 403
    assert fragments(fixture, stranger) is None
    assert fragments(fixture, None) is None
    assert fragments(fixture, first, epoch=first.epoch + 1) is None
    assert fragments(fixture, first, query=(("fixture", "x"),)) is None
    assert FixtureMessage.objects.count() == 2


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        ("  ", 422, "Write something first."),
        ("a" * (LONGEST + 3), 422, "3 characters too long"),
    ],
)
def test_what_is_refused_stands_there_to_be_mended(
    scene: tuple[list[User], Fixture], text: str, code: int, why: str
) -> None:
    (first, _second), fixture = scene
    answer = write(fixture, first, text)
    assert answer.status_code == code
    assert why in answer.content.decode()
    assert text.strip() in answer.content.decode()
    assert not FixtureMessage.objects.exists()


def test_nobody_floods_it_and_who_may_not_talk_may_not_write(
    scene: tuple[list[User], Fixture],
) -> None:
    (first, second), fixture = scene
    for _ in range(30):
        assert write(fixture, first).status_code == 302
    answer = write(fixture, first, "once more")
    assert answer.status_code == 429
    assert "once more" in answer.content.decode()
    until = clock.now() + timedelta(days=1)
    Restriction.objects.create(user=second, what=Restriction.What.TALK, until=until)
    assert write(fixture, second).status_code == 403


def test_of_somebody_muted_nothing_is_read(scene: tuple[list[User], Fixture]) -> None:
    (first, second), fixture = scene
    write(fixture, first)
    mutes.mute_user(second, first.pk)
    page = page_of(fixture, second)
    assert "Are you free" not in page
    assert "muted" in page
