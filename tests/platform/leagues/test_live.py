"""The page of a division receives its changes, separately for each reader."""

from __future__ import annotations

import pytest

from core import clock
from leagues.season import topics
from leagues.web.consumers import DivisionSocket
from realtime.sockets import PageReader
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days

pytestmark = pytest.mark.django_db


def reader(division_id: object, **other: object) -> PageReader:
    query = (("division", str(division_id)),)
    known = {"user_id": None, "epoch": 0, "language": "en", "query": query}
    return PageReader(**(known | other))  # type: ignore[arg-type]  # as the socket makes it


def test_each_page_shows_the_table_as_its_reader_sees_it() -> None:
    days, olga = Days(), cast.organiser()
    players = cast.people(4)
    division = cast.running(days, olga, players).divisions.get()
    stranger, german = reader(division.pk), reader(division.pk, language="de")
    own = reader(division.pk, user_id=players[0].pk, epoch=players[0].epoch)
    hers = reader(division.pk, user_id=olga.pk, epoch=olga.epoch)
    gone = reader(division.pk, user_id=players[1].pk, epoch=players[1].epoch + 1)
    parts = DivisionSocket.fragments([stranger, german, own, hers, gone])
    assert parts[gone] is None
    shown = {who: (parts[who] or {})["#sheet"] for who in (stranger, german, own, hers)}
    assert "(you)" in shown[own].replace('<span class="soft">', "").replace("</span>", "")
    assert "is-you" not in shown[stranger]
    assert "Decide" in shown[hers]
    assert "Decide" not in shown[own]
    assert "Player 1" in shown[german]


@pytest.mark.parametrize("asked", ["", "x", "0", "99999999999", "٣"])
def test_an_address_that_names_no_division_shows_nothing(asked: str) -> None:
    assert DivisionSocket.fragments([reader(asked)]) == {reader(asked): {}}


def test_a_result_is_announced_when_it_is_committed(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    days, olga = Days(), cast.organiser()
    season = cast.running(days, olga, cast.people(4))
    told: list[str] = []
    monkeypatch.setattr(
        "leagues.season.topics.bus.publish", lambda *names, **_news: told.extend(names)
    )
    fixture = season.divisions.get().fixtures.filter(state="running").order_by("pk").first()
    assert fixture is not None
    with clock.stopped(days.ms), django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        cast.play(fixture, [5, 3])
    assert topics.of_division(fixture.division_id) in told
