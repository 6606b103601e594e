"""A topic that most processes hear has few messages, and no page misses a change for long."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
import redis.asyncio
from django.conf import settings

from realtime import bus
from realtime.hub import Hub, hub
from realtime.relay import ALONE_S, Relay
from tests.platform.realtime.test_hub import Ear, publish
from tests.platform.realtime.test_relay import (
    Message,
    messages,  # noqa: F401  # a fixture
)

TOPIC = f"{bus.COMMON}a"
SITES, STEPS = 60, 14
SLOW_S = 0.3
"""Time that a busy machine may add until a page looks."""
BACK_S = 1.5
"""Time in which a line to the broker is back."""

Way = Callable[[str], None]
"""A process's way to publish that a topic changed."""


async def test_a_rush_is_few_messages(messages: list[Message]) -> None:  # noqa: F811  # the fixture
    relay = Relay(Hub())
    began = asyncio.get_running_loop().time()
    for number in range(100):
        relay.take((TOPIC,), {"number": number})
        await publish(TOPIC, number=number)
        await asyncio.sleep(0.01)
    took = asyncio.get_running_loop().time() - began
    await relay.close()
    await asyncio.sleep(0.1)
    assert 1 < len(messages) <= took * 1000 / bus.SELDOM_MS + 1


async def test_own_pages_look_at_once_and_again_for_others() -> None:
    own, ear = Hub(), Ear()
    await own.join("a", ear, ear.deliver)
    await own.join(TOPIC, ear, ear.deliver)
    await ear.heard(1)
    relay = Relay(own)
    before = asyncio.get_running_loop().time()
    relay.take((TOPIC,), {"number": 1})
    await ear.heard(2)
    assert asyncio.get_running_loop().time() - before < bus.LOOK_S
    await relay.close()
    await publish(TOPIC, number=2)
    await ear.heard(3)
    assert asyncio.get_running_loop().time() - before >= bus.LOOK_S
    assert ear.deliveries[1:] == [[{"number": 1}], [{}]], "the one message stands for both"
    for name in ("a", TOPIC):
        await own.leave(name, ear)


async def test_a_process_looks_again_after_its_first_page_came() -> None:
    """A message that came before the page may stand for a change that came after it."""
    ear = Ear()
    await publish(TOPIC, number=1)
    await hub().join(TOPIC, ear, ear.deliver)
    await publish(TOPIC, number=2)
    await ear.heard(1)
    assert ear.deliveries == [[{}]]
    await hub().leave(TOPIC, ear)


async def test_a_clock_that_was_put_back_silences_nothing() -> None:
    ear = Ear()
    await hub().join(TOPIC, ear, ear.deliver)
    await ear.heard(1)
    await asyncio.to_thread(bus.client().set, bus.CHANNELS + TOPIC, "", px=3_600_000)
    await publish(TOPIC, number=1)
    await ear.heard(2)
    assert ear.deliveries == [[{}]] * 2
    await hub().leave(TOPIC, ear)


async def test_a_change_without_a_message_counts_its_listeners() -> None:
    """A web process batches the news of topics that no other process hears."""
    ear = Ear()
    await hub().join(TOPIC, ear, ear.deliver)
    pipeline = bus.client().pipeline(transaction=False)
    for topic in (TOPIC, TOPIC, "nobody listens", f"{bus.COMMON}nobody"):
        bus.add_messages(pipeline, {topic: [{}]})
    assert await asyncio.to_thread(pipeline.execute) == [1, 1, 0, 0]
    await hub().leave(TOPIC, ear)


class Reader:
    """A page that reads the state of its topic when it hears a change."""

    def __init__(self, at: Hub, site: Site) -> None:
        self.at, self.site = at, site
        self.seen = 0
        self.joined = False

    async def deliver(self, sockets: Any, news: list[bus.News]) -> None:
        self.seen = self.site.changes

    async def come_or_go(self) -> None:
        self.joined = not self.joined
        if self.joined:
            await self.at.join(self.site.topic, self, self.deliver)
            await self.deliver({self}, [])
        else:
            await self.at.leave(self.site.topic, self)


class Site:
    """A common topic whose changes several processes publish, and its pages."""

    def __init__(self, seed: int, hubs: list[Hub], ways: list[Way]) -> None:
        self.draw = random.Random(seed)
        self.topic = f"{bus.COMMON}{seed}"
        self.changes = 0
        self.readers = [Reader(at, self) for at in hubs]
        self.ways = ways

    async def live(self) -> None:
        """Let pages come and go while the topic changes."""
        for _ in range(STEPS):
            match self.draw.choice(("change", "change", "come or go", "pause", "pause")):
                case "change":
                    self.changes += 1
                    self.draw.choice(self.ways)(self.topic)
                case "come or go":
                    await self.draw.choice(self.readers).come_or_go()
                case "pause":
                    await asyncio.sleep(self.draw.uniform(0, 0.15))

    def unseen(self) -> list[int]:
        """Return for each open page how many changes it has not seen."""
        return [self.changes - one.seen for one in self.readers if one.joined]


@pytest.mark.parametrize("breaks", [False, True])
async def test_no_change_is_unseen_for_long(breaks: bool) -> None:
    """Pages of two processes come and go while a web process and a worker publish."""
    hubs = [Hub(), Hub()]
    relay = Relay(hubs[0])
    ways: list[Way] = [lambda topic: relay.take((topic,), {}), bus.publish]
    sites = [Site(seed, hubs, ways) for seed in range(SITES)]
    late: list[int] = []

    async def live(site: Site) -> None:
        await site.live()
        await asyncio.sleep(ALONE_S + bus.LOOK_S + SLOW_S + BACK_S * breaks)
        late.extend(site.unseen())

    async with asyncio.TaskGroup() as all_sites:
        for site in sites:
            all_sites.create_task(live(site))
        if breaks:
            await asyncio.sleep(STEPS * 0.03)
            broker = redis.asyncio.Redis.from_url(settings.REDIS_URL)
            await broker.execute_command("CLIENT", "KILL", "TYPE", "pubsub")  # type: ignore[no-untyped-call]  # the library has no types
            await broker.aclose()
    assert late == [0] * len(late)
    assert len(late) > SITES / 2, "enough pages are open at the end"
    for reader in (one for site in sites for one in site.readers if one.joined):
        await reader.come_or_go()
    await relay.close()
