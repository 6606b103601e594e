"""The hub delivers messages to its listeners, and a lost message does no harm."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import redis.asyncio
from django.conf import settings

from realtime import bus
from realtime.bus import News
from realtime.hub import hub


class Ear:
    """A listener that records deliveries, and can be slow."""

    def __init__(self) -> None:
        self.deliveries: list[list[News]] = []
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def deliver(self, sockets: Any, news: Any) -> None:
        assert sockets == {self}
        self.deliveries.append(news)
        await self.go_on.wait()

    async def heard(self, count: int) -> None:
        async with asyncio.timeout(5):
            while len(self.deliveries) < count:
                await asyncio.sleep(0.01)


async def publish(topic: str, **news: Any) -> None:
    await asyncio.to_thread(bus.publish, topic, **news)


async def test_a_loop_makes_one_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, each call made another one, and dropped it."""
    one = hub()
    monkeypatch.setattr("realtime.hub.Hub", lambda: pytest.fail("another hub"))
    assert hub() is one


async def test_news_reaches_who_listens_and_nobody_else() -> None:
    one, other = Ear(), Ear()
    await hub().join("a", one, one.deliver)
    await hub().join("b", other, other.deliver)
    await publish("a", viewers=[1])
    await one.heard(1)
    assert one.deliveries == [[{"by": "", "viewers": [1]}]]
    assert other.deliveries == []
    await hub().leave("a", one)
    await publish("a")
    await publish("b")
    await other.heard(1)
    assert len(one.deliveries) == 1
    await hub().leave("b", other)


async def test_what_comes_during_a_delivery_goes_along_with_the_next() -> None:
    ear = Ear()
    await hub().join("a", ear, ear.deliver)
    ear.go_on.clear()
    await publish("a", number=1)
    await ear.heard(1)
    for number in (2, 3, 4):
        await publish("a", number=number)
    await asyncio.sleep(0.1)
    ear.go_on.set()
    await ear.heard(2)
    assert [item["number"] for item in ear.deliveries[1]] == [2, 3, 4]
    await hub().leave("a", ear)


async def test_one_message_can_have_news_for_several_topics() -> None:
    one, other, third = Ear(), Ear(), Ear()
    for name, ear in (("a", one), ("b", other), ("c", third)):
        await hub().join(name, ear, ear.deliver)
    await asyncio.to_thread(bus.publish, "a", "b", "nobody listens", number=1)
    await one.heard(1)
    await other.heard(1)
    assert one.deliveries == other.deliveries == [[{"by": "", "number": 1}]]
    assert third.deliveries == []
    for name, ear in (("a", one), ("b", other), ("c", third)):
        await hub().leave(name, ear)


async def test_a_topic_that_rests_delivers_its_first_news_at_once() -> None:
    """The rest is delivered together."""
    ear = Ear()
    await hub().join("a", ear, ear.deliver, rest=0.3)
    before = asyncio.get_running_loop().time()
    await publish("a", number=1)
    await ear.heard(1)
    assert asyncio.get_running_loop().time() - before < 0.3
    for number in (2, 3):
        await publish("a", number=number)
    await asyncio.sleep(0.1)
    assert len(ear.deliveries) == 1
    await ear.heard(2)
    assert [item["number"] for item in ear.deliveries[1]] == [2, 3]
    assert asyncio.get_running_loop().time() - before >= 0.3
    await publish("a", number=4)
    await hub().leave("a", ear)  # in the middle of a rest
    await asyncio.sleep(0.4)
    assert len(ear.deliveries) == 2


async def test_a_delivery_that_fails_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    """A connection to a database that restarted fails once; pages waited for 25 s."""
    ear, failed = Ear(), list[list[News]]()

    async def fail_first(sockets: Any, news: Any) -> None:
        if not failed:
            failed.append(news)
            raise ValueError("no database")
        await ear.deliver(sockets, news)

    await hub().join("a", ear, fail_first)
    await publish("a", number=1)
    await ear.heard(1)
    assert ear.deliveries == failed
    assert "a delivery failed" in caplog.text
    await hub().leave("a", ear)


async def test_a_delivery_that_always_fails_does_not_silence_the_topic(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("realtime.hub.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("realtime.hub.LONGEST_PAUSE", 0.02)
    ear, tried = Ear(), list[int]()

    async def fail_on_first(sockets: Any, news: Any) -> None:
        tried.append(len(news))
        if news[0]["number"] == 1:
            raise ValueError("no board")
        await ear.deliver(sockets, news)

    await hub().join("a", ear, fail_on_first)
    await publish("a", number=1)
    async with asyncio.timeout(5):
        while len(tried) < 3:
            await asyncio.sleep(0.01)
    await publish("a", number=2)
    await ear.heard(1)
    assert [item["number"] for item in ear.deliveries[0]] == [2]
    assert tried == [1, 1, 1, 1]
    await hub().leave("a", ear)


async def test_after_the_broker_was_away_everybody_looks_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ear = Ear()
    await hub().join("a", ear, ear.deliver)
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
    await client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")  # type: ignore[no-untyped-call]  # the library has no types
    await client.aclose()
    await ear.heard(1)
    await publish("a", number=1)
    await ear.heard(2)
    assert {"by": "", "number": 1} in ear.deliveries[-1]
    await hub().leave("a", ear)


@pytest.mark.parametrize("url", ["unix:///nowhere/at/all", "redis://127.0.0.1:1/0"])
def test_a_broker_that_is_away_fails_nobody(
    url: str, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = url
    bus.client.cache_clear()
    try:
        bus.publish("a")
    finally:
        bus.client.cache_clear()
    assert "the broker is away" in caplog.text


async def test_a_broker_that_says_nothing_is_waited_for_once(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering, lines = settings.REDIS_URL, []
    deaf = await asyncio.start_server(lambda _, line: lines.append(line), "127.0.0.1", 0)
    settings.REDIS_URL = f"redis://127.0.0.1:{deaf.sockets[0].getsockname()[1]}/0"
    first, second = Ear(), Ear()
    monkeypatch.setattr("realtime.hub.PATIENCE", 0.1)
    await hub().join("a", first, first.deliver)
    monkeypatch.setattr("realtime.hub.PATIENCE", 60.0)
    async with asyncio.timeout(20):
        await hub().join("b", second, second.deliver)
    assert first.deliveries == second.deliveries == []
    # After the reconnection all listeners read again, because messages were lost meanwhile.
    settings.REDIS_URL = answering
    deaf.close()
    for line in lines:
        line.close()
    await first.heard(1)
    await second.heard(1)
    for name, ear in (("a", first), ("b", second)):
        await hub().leave(name, ear)
