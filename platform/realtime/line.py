"""The line of a hub: its connection to the broker, which hears the channels of the wanted topics.

The line sends no command for a topic while an earlier one has no answer. So the broker and the line
always agree, also if the last socket leaves a topic and another one joins at the same moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

import redis.asyncio
from django.conf import settings
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from realtime import bus

PATIENCE = 2.0
"""Timeout for the broker, in seconds; the first page that finds it silent delays all others."""
AT_ONCE = 1000
"""Topics in one command."""


class Listener(Protocol):
    """The hub, as its line knows it."""

    name: str

    def wants(self, name: str) -> bool:
        """Return whether the topic's news is wanted."""

    def confirm(self, name: str) -> None:
        """Take note that the topic's news arrives from now on."""

    def tell(self, name: str, news: bus.News) -> None:
        """Take a piece of the topic's news."""


class Line:
    """A connection to the broker; a broken one is replaced by a new line."""

    def __init__(self, hub: Listener) -> None:
        self._hub = hub
        self._heard: set[str] = set()
        self._asked: set[str] = set()
        """Topics whose command has no answer yet."""
        self._changed: set[str] = set()
        self._change = asyncio.Event()

    def hears(self, name: str) -> bool:
        """Return whether the broker sends the topic's news."""
        return name in self._heard

    def look_at(self, names: Iterable[str]) -> None:
        """Soon begin or cease to hear these topics, as the hub wants it."""
        self._changed.update(names)
        self._change.set()

    async def talk(self) -> None:
        """Connect, and hear the wanted topics until the connection breaks.

        The client must not connect again by itself: this line would not notice it.
        """
        client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=None,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0, supported_errors=()),
        )
        try:
            async with client.pubsub() as broker:
                await broker.connect()
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._ask(broker))
                    await self._hear(broker)
        finally:
            await client.aclose()

    async def _ask(self, broker: PubSub) -> None:
        while await self._change.wait():
            self._change.clear()
            changed = self._changed - self._asked
            self._changed -= changed
            wanted = {name for name in changed if self._hub.wants(name)}
            begun, ended = wanted - self._heard, (changed - wanted) & self._heard
            self._asked |= begun | ended
            self._heard -= ended
            for channels in _channels(begun):
                await broker.subscribe(*channels)
            for channels in _channels(ended):
                await broker.unsubscribe(*channels)

    async def _hear(self, broker: PubSub) -> None:
        while True:
            message = await broker.get_message(timeout=None)
            if message is None or message["channel"] is None:
                continue
            name = bus.topic_of(message["channel"])
            match message["type"]:
                case "message":
                    for news in bus.decode(message["data"], self._hub.name):
                        self._hub.tell(name, news)
                case "subscribe":
                    self._heard.add(name)
                    self._answered(name)
                    self._hub.confirm(name)
                case "unsubscribe":
                    self._answered(name)

    def _answered(self, name: str) -> None:
        self._asked.discard(name)
        if name in self._changed:
            self._change.set()


def _channels(names: Iterable[str]) -> Iterable[list[str]]:
    """Yield the channels of these topics, as many as one command takes."""
    channels = [bus.CHANNELS + name for name in names]
    for first in range(0, len(channels), AT_ONCE):
        yield channels[first : first + AT_ONCE]
