"""A process hears the topics that its sockets subscribe to, and no others."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import redis.asyncio
from django.conf import settings

from realtime import bus
from realtime.hub import Hub, hub
from realtime.relay import Relay
from tests.platform.realtime.test_hub import Ear, publish

TOPICS = ("a", "b", "c")
STEPS = 300
MANY, MOST_CALLS = 200, 55
"""Messages that arrive together, and the most calls of Python functions for each."""


@pytest.fixture
async def broker() -> AsyncIterator[redis.asyncio.Redis]:
    """A client of the tests' own broker."""
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
    yield client
    await client.aclose()


async def until_heard(broker: redis.asyncio.Redis, *topics: str) -> None:
    """Wait until processes subscribe to these topics alone."""
    async with asyncio.timeout(5):
        channels = {f"{bus.CHANNELS}{topic}".encode() for topic in topics}
        while set(await broker.pubsub_channels(f"{bus.CHANNELS}*")) != channels:
            await asyncio.sleep(0.01)


async def test_the_first_socket_begins_and_the_last_ends(broker: redis.asyncio.Redis) -> None:
    one, other = Ear(), Ear()
    await hub().join("a", one, one.deliver)
    await hub().join("a", other, other.deliver)
    await until_heard(broker, "a")
    await hub().join("b", one, one.deliver)
    await until_heard(broker, "a", "b")
    await hub().leave("a", one)
    await asyncio.sleep(0.05)
    await until_heard(broker, "a", "b")
    await hub().leave("a", other)
    await until_heard(broker, "b")
    assert hub().hears("b")
    await hub().leave("b", one)
    await until_heard(broker)
    assert not hub().hears("b")


async def test_several_topics_are_joined_in_one_command(broker: redis.asyncio.Redis) -> None:
    ear = Ear()
    await hub().join("first", ear, ear.deliver)

    async def commands() -> int:
        return int((await broker.info("commandstats"))["cmdstat_subscribe"]["calls"])

    before = await commands()
    await hub().join_each(dict.fromkeys(TOPICS, ear.deliver), ear)
    assert await commands() == before + 1
    await until_heard(broker, "first", *TOPICS)
    for name in ("first", *TOPICS):
        await hub().leave(name, ear)
    await until_heard(broker)


@pytest.mark.parametrize("pauses", range(6))
async def test_leaving_and_joining_at_once_loses_nothing(pauses: int) -> None:
    """The command for the one may be on its way when the other begins."""
    rest, ear = Ear(), Ear()
    await hub().join("rest", rest, rest.deliver)
    for number in range(1, 20):
        joining = asyncio.create_task(hub().join("a", ear, ear.deliver))
        for _ in range(pauses):
            await asyncio.sleep(0)
        await hub().leave("a", ear)
        for _ in range(number % 4):
            await asyncio.sleep(0)
        await hub().join("a", ear, ear.deliver)
        await publish("a", number=number)
        await ear.heard(number)
        await joining
        await hub().leave("a", ear)
    assert [one["number"] for news in ear.deliveries for one in news] == list(range(1, 20))
    await hub().leave("rest", rest)


async def test_the_last_leaves_while_another_joins() -> None:
    ear = Ear()
    for number in range(1, 20):
        await hub().join("a", ear, ear.deliver)
        leaving = asyncio.create_task(hub().leave("a", ear))
        for _ in range(number % 4):
            await asyncio.sleep(0)
        await hub().join("b", ear, ear.deliver)
        await publish("b", number=number)
        await ear.heard(number)
        await leaving
        await hub().leave("b", ear)


async def test_a_message_that_cannot_be_read_deafens_no_page(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ear = Ear()
    await hub().join("a", ear, ear.deliver)
    await asyncio.to_thread(bus.client().publish, bus.CHANNELS + "a", b"not json")
    await ear.heard(1)
    assert ear.deliveries == [[{}]], "the page looks for itself, because news may be lost"
    await publish("a", number=1)
    await ear.heard(2)
    assert ear.deliveries[1] == [{"by": "", "number": 1}]
    assert "the line to the broker broke" in caplog.text
    await hub().leave("a", ear)


async def test_a_message_takes_few_calls() -> None:
    """The library's own listener takes 72 of them."""
    ear, calls = Ear(), 0
    await hub().join("a", ear, ear.deliver)

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    messages = bus.client().pipeline(transaction=False)
    for _ in range(MANY):
        bus.add_messages(messages, {"a": [{}]})
    messages.execute()
    sys.setprofile(count)
    try:
        async with asyncio.timeout(5):
            while sum(map(len, ear.deliveries)) < MANY:
                await asyncio.sleep(0.1)
    finally:
        sys.setprofile(None)
    assert calls / MANY <= MOST_CALLS
    await hub().leave("a", ear)


async def test_a_page_that_joins_during_an_outage_hears_afterwards(
    broker: redis.asyncio.Redis, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = Ear(), Ear()
    await hub().join("a", one, one.deliver)
    await broker.execute_command("CLIENT", "KILL", "TYPE", "pubsub")  # type: ignore[no-untyped-call]  # the library has no types
    async with asyncio.timeout(5):
        while bus.AWAY not in caplog.text:
            await asyncio.sleep(0)
    await hub().join("b", other, other.deliver)
    assert one.deliveries == other.deliveries == []
    for name, ear in (("a", one), ("b", other)):
        await ear.heard(1)
        await publish(name, number=1)
        await ear.heard(2)
        assert ear.deliveries == [[{}], [{"by": "", "number": 1}]]
        await hub().leave(name, ear)


class Listener:
    """A listener of a topic at a hub, and the news that it must hear and has heard."""

    def __init__(self, at: Hub, topic: str) -> None:
        self.at, self.topic = at, topic
        self.expected: list[int] = []
        self.heard: list[int] = []
        self.joined = False

    async def deliver(self, sockets: Any, news: list[bus.News]) -> None:
        self.heard += [one["number"] for one in news]

    async def join(self) -> None:
        await self.at.join(self.topic, self, self.deliver)
        self.joined = True

    async def leave(self) -> None:
        self.joined = False
        self.expected.clear()
        await self.at.leave(self.topic, self)


@pytest.mark.parametrize("seed", range(8))
async def test_whoever_has_joined_hears_everything(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sockets of two processes come and go while a web process and a worker publish."""
    monkeypatch.setattr("realtime.relay.ALONE_S", 0.002)
    draw = random.Random(seed)
    hubs = [Hub(), Hub()]
    relay = Relay(hubs[0])
    listeners = [Listener(at, topic) for at in hubs for topic in TOPICS for _ in range(2)]
    ways: list[Callable[[tuple[str, ...], int], Any]] = [
        lambda topics, number: relay.take(topics, {"number": number}),
        lambda topics, number: bus.publish(*topics, number=number),
    ]
    busy: dict[Listener, asyncio.Task[None]] = {}
    for number in range(STEPS):
        match draw.choice(("come or go", "come or go", "publish", "pause")):
            case "come or go":
                one = draw.choice(listeners)
                if one not in busy or busy[one].done():
                    busy[one] = asyncio.create_task(one.leave() if one.joined else one.join())
            case "publish":
                topics = tuple(draw.sample(TOPICS, draw.randint(1, 2)))
                for each in listeners:
                    if each.joined and each.topic in topics:
                        each.expected.append(number)
                draw.choice(ways)(topics, number)
            case "pause":
                await asyncio.sleep(draw.choice((0, 0, 0.001, 0.005)))
        await asyncio.sleep(0)
    await asyncio.gather(*busy.values())
    async with asyncio.timeout(5):
        while not all(set(one.expected) <= set(one.heard) for one in listeners if one.joined):
            await asyncio.sleep(0.01)
    for each in listeners:
        assert sorted(set(each.heard)) == sorted(each.heard), "no piece of news arrives twice"
        if each.joined:
            await each.leave()
    await relay.close()
