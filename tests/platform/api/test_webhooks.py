"""Webhooks of leagues: their messages, their owners, and their end."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from api.models import Scope
from core import clock
from leagues.models import Entry, Fixture
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.fixtures import decide_fixture
from notifications.models import Channel, Delivery
from notifications.services import channels
from tests.platform.accounts.cast import browser
from tests.platform.api.programs import Program, token_of
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import person
from tests.platform.notifications.cast import work
from tests.platform.notifications.servers import HERE, Listener, listening

pytestmark = pytest.mark.django_db
PAGE = "/leagues/winter/webhook/"


@pytest.fixture(autouse=True)
def _near(settings: Any) -> None:
    settings.NOTIFY_NEAR = HERE
    settings.ORIGIN = "https://cards.example"


@pytest.fixture
def web() -> Iterator[Listener]:
    with listening() as listener:
        yield listener


@pytest.fixture
def olga() -> User:
    return cast.organiser()


def heard(web: Listener) -> list[dict[str, Any]]:
    return [json.loads(one.body) for one in web.heard]


def set_by(user: User, web: Listener, shape: str = "raw") -> dict[str, Any]:
    """Set a webhook by the API; return the answer."""
    program = Program(token_of(user, Scope.ORGANISE))
    told: dict[str, Any] = program.send("leagues/winter/webhook", url=web.url, shape=shape)
    return told


def test_draw_result_and_decision_are_told_signed_and_once(olga: User, web: Listener) -> None:
    days = Days()
    season = cast.open_for_sign_up(days, olga, cast.people(4))
    with days.now():
        secret = set_by(olga, web)["secret"]
    days.go(7.01)
    with days.now():
        work()
        drawn = heard(web)[-1]
        assert drawn["title"] == "Winter league, division 1: the pairings of season 1 are out."
        assert (drawn["event"]["kind"], drawn["event"]["fixture"]) == ("drawn", None)
        one, two = Fixture.objects.filter(division__season=season).order_by("number")[:2]
        cast.play(one, [7, 2])
        work()
        result = heard(web)[-1]
        assert result["title"] == f"Winter league, division 1: match {one.ordinal} is over."
        assert result["lines"] == ["1. Player 1, 2. Player 2"] or "1. " in result["lines"][0]
        assert result["url"] == "https://cards.example/leagues/winter/1/1/"
        assert {name: result["event"][name] for name in ("league", "season", "division")} == {
            "league": "winter",
            "season": 1,
            "division": 1,
        }
        # The API has the same values, so that a program needs no other request.
        division = Program().read("leagues/winter/seasons/1/divisions/1")
        assert division["history"][-1] == {
            name: result["event"][name] for name in division["history"][-1]
        }
        decide_fixture.award_walkover(
            two.pk, olga, {0}, reason="They told us so.", seen=two.changes
        )
        work()
        assert "Reason: They told us so." in heard(web)[-1]["lines"]
        count = len(web.heard)
        work()
    assert len(web.heard) == count == 3
    last = web.heard[-1]
    at = last.headers["X-Nightcap-Timestamp"]
    signed = hmac.new(secret.encode(), f"{at}.".encode() + last.body, hashlib.sha256)
    assert last.headers["X-Nightcap-Signature"] == f"sha256={signed.hexdigest()}"


def test_a_drop_out_names_who_it_was_for_discord(olga: User, web: Listener) -> None:
    days = Days()
    season = cast.running(days, olga, cast.people(4))
    with days.now():
        set_by(olga, web, "discord")
        gone = Entry.objects.get(season=season, user__name="Player 3")
        drop_entry(gone.pk, gone.user)  # type: ignore[arg-type]
        work()
    (said,) = heard(web)
    assert said["content"].startswith("Winter league, division 1: Player 3 dropped out.")


def test_a_webhook_waits_for_nobodys_quiet_hours(olga: User, web: Listener) -> None:
    """It is listed only on its own page."""
    days = Days()
    cast.open_for_sign_up(days, olga, cast.people(4))
    with days.now():
        set_by(olga, web)
        channels.set_webhook(olga, "https://mine.example/", "raw")
    days.go(7.01)
    assert [one.channel.about != "" for one in Delivery.objects.all() if one.channel] == [True]
    with days.now():
        work()
        client = browser(olga)
        page = client.get(PAGE).content.decode()
        notices = client.get("/notices/").content.decode()
    assert "127.0.0.1" in page
    assert "chip--lit" in page
    assert "are out" not in notices
    assert "mine.example" in notices
    assert "127.0.0.1" not in notices


def test_who_organises_no_more_hears_nothing_and_has_no_webhook(olga: User, web: Listener) -> None:
    days, anna = Days(), person("Anna")
    season = cast.running(days, olga, cast.people(4))
    with days.now():
        season.league.organisers.add(anna)
        set_by(anna, web)
        season.league.organisers.remove(anna)
        cast.play(Fixture.objects.filter(division__season=season).order_by("number")[0], [7, 2])
        work()
    assert web.heard == []
    assert not Channel.objects.exists()


def test_the_page_of_a_webhook_shows_its_secret_once(olga: User) -> None:
    """The page sets the webhook, and keeps typed text."""
    days = Days()
    with days.now():
        cast.league(olga)
        client = browser(olga)
        wrong = client.post(PAGE, {"target": "hooks.example", "shape": "raw"})
        assert wrong.status_code == 422
        assert 'value="hooks.example"' in wrong.content.decode()
        page = client.post(PAGE, {"target": "https://hooks.example/x", "shape": "raw"})
        channel = Channel.objects.get()
        assert channel.secret in page.content.decode()
        assert channel.secret not in client.get(PAGE).content.decode()
        back = client.post(f"/notices/{channel.pk}/try/", {"next": PAGE})
        assert (back.status_code, back["Location"]) == (302, PAGE)
        client.post(f"/notices/{channel.pk}/remove/", {"next": PAGE})
        assert "None yet" in client.get(PAGE).content.decode()


def test_strangers_have_none(olga: User) -> None:
    days, anna = Days(), person("Anna")
    with days.now():
        cast.league(olga)
        assert browser(anna).get(PAGE).status_code == 403
        assert (
            browser(anna).post(PAGE, {"target": "https://a.example/", "shape": "raw"}).status_code
            == 403
        )
    assert not Channel.objects.exists()


def test_the_api_reads_sets_and_removes_ones_own(olga: User) -> None:
    days, program = Days(), Program(token_of(olga, Scope.ORGANISE))
    with days.now():
        cast.league(olga)
        address = "leagues/winter/webhook"
        assert program.get(address).status_code == 404
        wrong = program.call("post", address, url="nowhere")
        assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid")
        assert wrong.json()["sentence"].startswith("This was not accepted. url: ")
        near = program.call("post", address, url="https://127.2/")
        assert near.json()["sentence"] == "This was not accepted. url: The address is not public."
        program.send(address, url="https://hooks.example/x")
        told = program.read(address)
        assert told == {
            "url": "https://hooks.example/x",
            "shape": "raw",
            "failures": 0,
            "off": None,
            "why": "",
        }
        assert "secret" not in told
        program.send(f"{address}/remove")
        assert program.get(address).status_code == 404


def test_what_fails_is_tried_again_and_then_given_up(olga: User, web: Listener) -> None:
    days = Days()
    cast.open_for_sign_up(days, olga, cast.people(4))
    with days.now():
        set_by(olga, web)
    web.status = 500
    days.go(7.01)
    with days.now():
        work()
    assert Delivery.objects.get().status == "waiting"
    web.status = 200
    days.ms += 60_001
    with clock.stopped(days.ms):
        work()
    assert Delivery.objects.get().status == "sent"
    assert len(web.heard) == 2
