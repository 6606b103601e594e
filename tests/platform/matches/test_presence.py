"""Presence at a table: pages that connect, leave, reload, or stop responding."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Any

import pytest
import redis
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.models import Match
from matches.present import presence
from matches.services.rounds import start
from matches.services.seating import seats
from matches.store import topics
from matches.web import news
from matches.web.consumers import TableSocket
from realtime import bus
from realtime.hub import hub
from tests.platform.matches.cast import act, dealt, opened, person
from tests.platform.matches.sockets import PATIENCE, page
from tests.platform.threads import in_a_thread
from tests.sure import sure

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """An event that decides, instead of the wall clock, whether pages have settled."""
    event = asyncio.Event()
    event.set()
    monkeypatch.setattr(news, "wait_for_reloads", event.wait)
    return event


async def at_rest(match: Match) -> None:
    """Wait until no delivery is running that could still see the next departure."""
    (topic,) = hub()._topics[topics.of_presence(match.pk)].values()
    while topic.news or not (topic.task is None or topic.task.done()):
        await asyncio.sleep(0.01)


@in_a_thread
def two_at_a_table(**wanted: Any) -> tuple[Match, User, User]:
    alice, bob = person("Alice"), person("Bob")
    return opened(alice, bob, public=True, **wanted), alice, bob


def seen(html: str) -> list[int]:
    """Return the seats that the page shows as present."""
    return sorted(map(int, re.findall(r'data-seat="(\d+)" data-here', html)))


async def test_who_comes_while_a_page_connects_is_not_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, alice, bob = await two_at_a_table()
    heartbeat, show = presence.heartbeat, TableSocket.show_presence
    came, told = threading.Event(), threading.Event()

    def meanwhile(own_page: Any, **said: Any) -> Any:
        """Run between the page's read of the presence and its first board."""
        found = heartbeat(own_page)
        if not came.is_set():  # the page's own arrival may have been announced by now
            came.set()
            heartbeat(presence.page_of(match.pk, 1, bob.pk))
            assert told.wait(PATIENCE)
        return found

    async def tell(socket: Any, others: Any) -> None:
        await show(socket, others)
        told.set()

    monkeypatch.setattr(presence, "heartbeat", meanwhile)
    monkeypatch.setattr(TableSocket, "show_presence", tell)
    async with page(match, alice) as first:
        assert seen((await first.board())["content"]) == [0]
        assert await first.told() == {"here": [0, 1], "watching": ""}


async def test_who_comes_and_who_goes_is_told_to_the_others_alone() -> None:
    match, alice, bob = await two_at_a_table()
    async with page(match, alice) as first:
        await first.board()
        async with page(match, bob) as second:
            assert seen((await second.board())["content"]) == [0, 1]
            assert await first.told() == {"here": [0, 1], "watching": ""}
            async with page(match) as third:
                await third.board()
                for shown in (first, second):  # and no earlier frame
                    assert await shown.told() == {"here": [0, 1], "watching": "1 person watches"}
            for shown in (first, second):
                assert await shown.told() == {"here": [0, 1], "watching": ""}
        assert await first.told() == {"here": [0], "watching": ""}


async def test_a_page_that_is_loaded_anew_is_no_news(settled: asyncio.Event) -> None:
    match, alice, bob = await two_at_a_table()
    async with page(match, alice) as first:
        await first.board()
        async with page(match, bob) as second:
            await second.board()
            await first.told()
            await at_rest(match)
            settled.clear()
        async with page(match, bob) as again:
            await again.board()
            settled.set()
            async with page(match) as another:
                await another.board()
                # The next message is about them.
                assert await first.told() == {"here": [0, 1], "watching": "1 person watches"}


async def test_many_spectators_are_one_piece_of_news(settled: asyncio.Event) -> None:
    match, alice, _ = await two_at_a_table()
    async with page(match, alice) as first:
        await first.board()
        await at_rest(match)
        settled.clear()
        async with page(match) as one, page(match, language="de") as two, page(match) as three:
            for shown in (one, two, three):
                await shown.board()
            settled.set()
            assert await first.told() == {"here": [0], "watching": "3 people watch"}
            await at_rest(match)
            settled.clear()
        settled.set()
        assert await first.told() == {"here": [0], "watching": ""}


async def test_boards_say_the_same_and_a_lost_message_is_made_good() -> None:
    match, alice, _ = await two_at_a_table()
    async with page(match, alice) as first:
        assert seen((await first.board())["content"]) == [0]
        other = presence.page_of(match.pk, 1, 77)
        key = f"nightcap:here:{topics.of_presence(match.pk)}"
        bus.client().zadd(key, {other.person: 10**11})
        await first.send({"sync": first.version})
        assert "synced" in await first.data()
        assert (await first.told())["here"] == [0, 1]
        await database_sync_to_async(start.get_ready)(match.pk, alice)
        assert seen((await first.board())["content"]) == [0, 1]


async def test_a_silent_page_is_forgotten_when_another_speaks() -> None:
    match, alice, bob = await two_at_a_table()
    async with page(match, alice) as first:
        await first.board()
        silent = presence.page_of(match.pk, 1, bob.pk)
        assert presence.heartbeat(silent) == presence.Presence(frozenset({0, 1}), 0)
        assert (await first.told())["here"] == [0, 1]
        key = f"nightcap:here:{silent.place}"
        bus.client().zadd(key, {silent.person: 1})  # as if its time had ended
        await first.send({"sync": first.version})
        assert "synced" in await first.data()
        assert (await first.told())["here"] == [0]


async def test_presence_changes_no_version_and_so_no_action() -> None:
    match, alice, bob = await two_at_a_table()
    async with page(match, alice) as first:
        before = (await first.board())["version"]
        async with page(match, bob) as second:
            assert (await second.board())["version"] == before
            await first.told()
            assert first.version == before


def test_the_page_without_scripts_says_it_too() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob, public=True)
    presence.heartbeat(presence.page_of(match.pk, 1, bob.pk))
    presence.heartbeat(presence.page_of(match.pk, None, None))
    html = Client().get(reverse("matches:table", args=[match.pk])).content.decode()
    assert seen(html) == [1]
    assert "1 person watches" in html


async def test_without_the_broker_nobody_is_seen_and_nothing_breaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, alice, bob = await two_at_a_table()

    def away(**_: Any) -> None:
        raise redis.ConnectionError

    monkeypatch.setattr(bus, "script", lambda lua: away)
    async with page(match, alice) as first:
        html = (await first.board())["content"]
        assert 'data-seat="1"' not in html
        await database_sync_to_async(seats.leave_seat)(match.pk, bob)
        await first.board()
        await first.send({"sync": first.version})
        assert "synced" in await first.data()


async def test_moves_travel_without_asking_who_is_there(
    monkeypatch: pytest.MonkeyPatch, settled: asyncio.Event
) -> None:
    match, alice, bob = await two_at_a_table()
    await database_sync_to_async(both_ready)(match)
    async with page(match, alice) as first:
        await (
            first.board()
        )  # drawn before the other arrives, so that there is an arrival to announce
        await at_rest(match)
        settled.clear()  # a connecting page gets no message, so it does not query the presence
        async with page(match, bob) as second:
            await second.board()
            settled.set()
            await first.told()
            await at_rest(match)
            monkeypatch.setattr(presence, "list_present", None)
            monkeypatch.setattr(presence, "heartbeat", None)
            await database_sync_to_async(act)(match)
            assert seen((await first.board())["content"]) == [0, 1]


def both_ready(match: Match) -> None:
    for seat in match.seats.all():
        start.get_ready(match.pk, sure(seat.user))
