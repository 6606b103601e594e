"""A server without Valkey: tables are opened and played at, and the people there see it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.models import Match
from realtime import hub
from tests.platform.matches.cast import awaited, dealt, fresh_key, person, request_for
from tests.platform.matches.sockets import page
from tests.platform.realtime.lists import list_page

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_valkey_away"),
]


@pytest.fixture(autouse=True)
def _nobody_waits_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the hub's own wait longer than any test, and let no code sleep to publish later."""
    monkeypatch.setattr(hub, "PATIENCE", 60.0)
    monkeypatch.setattr("kombu.utils.functional.sleep", no_sleep)


def no_sleep(seconds: float) -> None:
    raise AssertionError(f"waits {seconds} seconds for Valkey")


def two_players() -> tuple[Match, User, User, dict[str, Any]]:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob, public=True)
    seat = awaited(match)
    request = request_for(match, seat)
    first, second = (alice, bob) if match.seats.get(number=seat).user == alice else (bob, alice)
    return (
        match,
        first,
        second,
        {"action": request.action, "seen": request.seen, "key": request.key},
    )


async def test_a_move_is_answered_and_everybody_here_sees_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert get_channel_layer() is None, "every socket would make itself a channel in Valkey"
    match, active, other, message = await database_sync_to_async(two_players)()
    async with page(match, active) as first, page(match, other) as second, page(match) as third:
        for shown in (first, second, third):
            await shown.board()
        before = first.version
        await first.send(message)
        answer = await first.board()
        assert (answer["key"], answer.get("refused")) == (message["key"], None)
        for shown in (second, third):
            await shown.board()
        assert before < first.version == second.version == third.version
        # Chat messages travel only through Valkey, so the others get them with their next request.
        await second.send({"say": {"text": "Well played", "key": fresh_key()}})
        assert await second.talk() == ["Well played"]
        await second.data()
        await first.send({"sync": first.version})
        assert await first.talk() == ["Well played"]
    assert "the broker is away" in caplog.text
    assert "Traceback" not in caplog.text


async def test_lists_come_and_a_page_may_ask_again() -> None:
    async with list_page("/ws/en/tables/") as shown:
        await shown.read("#tables")
        assert await shown.ask() == []


def test_without_a_socket_it_is_played_by_forms(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    match, active, _, message = two_players()
    client.force_login(active)
    form = message | {"action": json.dumps(message["action"])}
    assert client.post(reverse("matches:submit_action", args=[match.pk]), form).status_code == 302
    assert match.rounds.get().version == 1
    for path in ("/", "/tables/", "/matches/", reverse("matches:table", args=[match.pk])):
        assert client.get(path).status_code == 200
    laid = client.post(reverse("lobby:quick_match"), {"game": match.game})
    assert laid.status_code == 302
    assert "Traceback" not in caplog.text
