"""A web process tells its own sockets at once, and other processes in batches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import redis.asyncio
from django.conf import settings
from redis.asyncio.client import Pipeline

from realtime import bus
from realtime.hub import Hub, hub
from realtime.process import WebProcess
from realtime.relay import Relay
from tests.platform.realtime.test_hub import Ear

MANY = 200

Message = tuple[str, bytes]
"""A topic and what was published to it."""


@pytest.fixture
async def messages() -> AsyncIterator[list[Message]]:
    """The messages on all channels, as another process receives them."""
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
    found: list[Message] = []
    async with client.pubsub() as heard:
        await heard.psubscribe(f"{bus.CHANNELS}*")
        await heard.get_message(timeout=1)

        async def listen() -> None:
            async for message in heard.listen():
                found.append((bus.topic_of(message["channel"]), message["data"]))

        task = asyncio.create_task(listen())
        yield found
        task.cancel()
        await asyncio.wait([task])
    await client.aclose()


@pytest.fixture
def no_relay_left() -> Iterator[None]:
    yield
    bus.relay_by(None)
    WebProcess.present = None


def news_in(messages: list[Message]) -> list[tuple[str, bus.News]]:
    """Return the topics and the news of these messages, as another hub reads them."""
    return [(topic, news) for topic, data in messages for news in bus.decode(data, "another")]


async def until(count: int, messages: list[Message]) -> list[tuple[str, bus.News]]:
    """Wait until the messages have this much news."""
    async with asyncio.timeout(5):
        while len(news := news_in(messages)) < count:
            await asyncio.sleep(0.01)
    return news


async def test_own_sockets_hear_before_the_broker(messages: list[Message]) -> None:
    own, ear = Hub(), Ear()
    await own.join("a", ear, ear.deliver)
    relay = Relay(own)
    await asyncio.to_thread(relay.take, ("a", "b"), {"by": "", "number": 1})
    await ear.heard(1)
    told = {"by": "", "number": 1}
    assert ear.deliveries == [[told]]
    assert await until(2, messages) == [("a", told), ("b", told)]
    await asyncio.sleep(0.1)
    assert len(ear.deliveries) == 1, "its own message came back, and was ignored"
    await own.leave("a", ear)
    await relay.close()


async def test_all_news_arrives_in_its_order_in_few_messages(messages: list[Message]) -> None:
    relay = Relay(Hub())
    for number in range(MANY):
        relay.take(("ab"[number % 2],), {"number": number})
    news = await until(MANY, messages)
    for topic, first in (("a", 0), ("b", 1)):
        numbers = [told["number"] for name, told in news if name == topic]
        assert numbers == list(range(first, MANY, 2))
    assert len(messages) < MANY / 10
    await relay.close()


async def test_news_that_still_waits_is_sent_at_the_end(messages: list[Message]) -> None:
    relay = Relay(Hub())
    for number in range(3):
        relay.take(("a",), {"number": number})
        await asyncio.sleep(0.01)
    await relay.close()
    assert len(await until(3, messages)) == 3


async def test_news_waits_only_where_nobody_else_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("realtime.relay.ALONE_S", 0.5)
    own, other, ear, far = Hub(), Hub(), Ear(), Ear()
    await own.join("alone", ear, ear.deliver)
    await other.join("shared", far, far.deliver)
    relay = Relay(own)
    sent: list[bus.Batch] = []
    add_messages = bus.add_messages

    def note(pipeline: Pipeline, batch: bus.Batch, heard_by: str) -> None:
        sent.append(batch)
        add_messages(pipeline, batch, heard_by)

    monkeypatch.setattr(bus, "add_messages", note)

    async def tell(topic: str, number: int) -> float:
        before = asyncio.get_running_loop().time()
        relay.take((topic,), {"number": number})
        await asyncio.sleep(0)
        assert relay._sending is not None
        await relay._sending
        return asyncio.get_running_loop().time() - before

    assert await tell("alone", 1) < 0.4, "what is not known yet does not wait"
    assert await tell("alone", 2) >= 0.4
    assert await tell("shared", 1) < 0.4
    assert await tell("shared", 2) < 0.4
    relay.take(("alone",), {"number": 3})
    await asyncio.sleep(0.01)
    assert await tell("shared", 3) < 0.4, "news that others wait for takes along what waits"
    assert {name: [one["number"] for one in news] for name, news in sent[-1].items()} == {
        "alone": [3],
        "shared": [3],
    }
    await other.join("alone", far, far.deliver)
    await tell("alone", 4)
    assert await tell("alone", 5) < 0.4, "another process listens now"
    await far.heard(5)
    for hub_, name, one in (
        (own, "alone", ear),
        (other, "shared", far),
        (other, "alone", far),
    ):
        await hub_.leave(name, one)
    await relay.close()


async def test_few_lonely_topics_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("realtime.relay.MOST_ALONE", 2)
    relay = Relay(Hub())
    for topic in ("a", "b", "a", "c"):
        relay.take((topic,), {})
        await asyncio.sleep(0.1)
    assert list(relay._alone) == ["a", "c"]
    await relay.close()


async def test_without_a_broker_own_sockets_hear_as_well(
    settings: object, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # type: ignore[attr-defined]  # of the fixture
    own, ear = Hub(), Ear()
    await own.join("a", ear, ear.deliver)
    relay = Relay(own)
    for number in (1, 2):
        relay.take(("a",), {"number": number})
        await ear.heard(number)
    await relay.close()
    assert bus.AWAY in caplog.text
    await own.leave("a", ear)


@pytest.mark.usefixtures("no_relay_left")
async def test_a_web_process_publishes_by_its_relay(messages: list[Message]) -> None:
    process = WebProcess()
    process.begin()
    await asyncio.to_thread(bus.publish, "a", number=1)
    assert await until(1, messages) == [("a", {"by": "", "number": 1})]
    assert bus.decode(messages[0][1], hub().name) == []
    await process.end()
    await asyncio.to_thread(bus.publish, "a", number=2)
    await until(2, messages)
    assert bus.decode(messages[1][1], hub().name) == [{"by": "", "number": 2}]


@pytest.mark.usefixtures("no_relay_left")
def test_news_is_sent_directly_once_the_event_loop_has_ended() -> None:
    async def begin() -> None:
        WebProcess().begin()

    asyncio.run(begin())
    with bus.client().pubsub() as heard:  # type: ignore[no-untyped-call]  # redis has no types for it
        heard.subscribe(f"{bus.CHANNELS}a")
        heard.get_message(timeout=1)
        bus.publish("a", number=1)
        message = heard.get_message(timeout=5)
    assert message is not None
    assert bus.decode(message["data"], "another") == [{"by": "", "number": 1}]
