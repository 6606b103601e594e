"""A web process tells its own sockets at once, and other processes in batches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import redis.asyncio
from django.conf import settings

from realtime import bus
from realtime.hub import Hub, hub
from realtime.process import WebProcess
from realtime.relay import Relay
from tests.platform.realtime.test_hub import Ear

MANY = 200


@pytest.fixture
async def messages() -> AsyncIterator[list[bytes]]:
    """The messages on the channel, as another process receives them."""
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
    found: list[bytes] = []
    async with client.pubsub() as heard:
        await heard.subscribe(bus.CHANNEL)
        await heard.get_message(timeout=1)

        async def listen() -> None:
            async for message in heard.listen():
                found.append(message["data"])

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


async def until(count: int, messages: list[bytes]) -> list[bus.News]:
    """Wait until the messages have this much news, as another hub reads it."""
    async with asyncio.timeout(5):
        while (
            len(news := [one for each in messages for one in bus.decode(each, "another")]) < count
        ):
            await asyncio.sleep(0.01)
    return news


async def test_own_sockets_hear_before_the_broker(messages: list[bytes]) -> None:
    own, ear = Hub(), Ear()
    await own.join("a", ear, ear.deliver)
    relay = Relay(own)
    await asyncio.to_thread(relay.take, {"topics": ("a", "b"), "by": "", "number": 1})
    await ear.heard(1)
    assert ear.deliveries == [[{"by": "", "number": 1}]]
    assert await until(1, messages) == [{"topics": ["a", "b"], "by": "", "number": 1}]
    await asyncio.sleep(0.1)
    assert len(ear.deliveries) == 1, "its own message came back, and was ignored"
    await own.leave("a", ear)
    await relay.close()


async def test_all_news_arrives_in_its_order_in_few_messages(messages: list[bytes]) -> None:
    relay = Relay(Hub())
    for number in range(MANY):
        relay.take({"topics": ("a",), "number": number})
    news = await until(MANY, messages)
    assert [one["number"] for one in news] == list(range(MANY))
    assert len(messages) < MANY / 10
    await relay.close()


async def test_news_that_still_waits_is_sent_at_the_end(messages: list[bytes]) -> None:
    relay = Relay(Hub())
    for number in range(3):
        relay.take({"topics": ("a",), "number": number})
        await asyncio.sleep(0.01)
    await relay.close()
    assert len(await until(3, messages)) == 3


async def test_without_a_broker_own_sockets_hear_as_well(
    settings: object, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # type: ignore[attr-defined]  # of the fixture
    own, ear = Hub(), Ear()
    await own.join("a", ear, ear.deliver)
    relay = Relay(own)
    for number in (1, 2):
        relay.take({"topics": ("a",), "number": number})
        await ear.heard(number)
    await relay.close()
    assert bus.AWAY in caplog.text
    await own.leave("a", ear)


@pytest.mark.usefixtures("no_relay_left")
async def test_a_web_process_publishes_by_its_relay(messages: list[bytes]) -> None:
    process = WebProcess()
    process.begin()
    await asyncio.to_thread(bus.publish, "a", number=1)
    assert await until(1, messages) == [{"topics": ["a"], "by": "", "number": 1}]
    assert bus.decode(messages[0], hub().name) == []
    await process.end()
    await asyncio.to_thread(bus.publish, "a", number=2)
    await until(2, messages)
    assert bus.decode(messages[1], hub().name) == [{"topics": ["a"], "by": "", "number": 2}]


@pytest.mark.usefixtures("no_relay_left")
def test_news_is_sent_directly_once_the_event_loop_has_ended() -> None:
    async def begin() -> None:
        WebProcess().begin()

    asyncio.run(begin())
    with bus.client().pubsub() as heard:  # type: ignore[no-untyped-call]  # redis has no types for it
        heard.subscribe(bus.CHANNEL)
        heard.get_message(timeout=1)
        bus.publish("a", number=1)
        message = heard.get_message(timeout=5)
    assert message is not None
    assert bus.decode(message["data"], "another") == [{"topics": ["a"], "by": "", "number": 1}]
