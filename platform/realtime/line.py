"""The line of a hub: its connection to the broker, which hears the channels of the wanted topics.

The line sends no command for a topic while an earlier one has no answer. So the broker and the line
always agree, also if the last socket leaves a topic and another one joins at the same moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

from django.conf import settings
from redis.asyncio import Connection, ConnectionPool

from realtime import bus

PATIENCE = 2.0
"""Timeout for the broker, in seconds; the first page that finds it silent delays all others."""
AT_ONCE = 1000
"""Topics in one command."""
PLAIN = 2
"""The broker's protocol in which a message is a list and needs no special treatment."""


class Listener(Protocol):
    """The hub, as its line knows it."""

    name: str

    def wants(self, name: str) -> bool:
        """Return whether the topic's news is wanted."""

    def confirm(self, name: str) -> None:
        """Take note that the topic's news arrives from now on."""

    def hear(self, name: str, news: bus.News) -> None:
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

        A bare connection, because the library's own listener takes a third more time a message. It
        would also connect again by itself, which this line would not notice.
        """
        pool = ConnectionPool.from_url(
            settings.REDIS_URL,
            socket_timeout=None,
            socket_connect_timeout=PATIENCE,
            protocol=PLAIN,
        )
        broker = pool.make_connection()  # type: ignore[no-untyped-call]  # redis has no types for it
        try:
            await broker.connect()
            async with asyncio.TaskGroup() as both:
                both.create_task(self._ask(broker))
                await self._hear(broker)
        finally:
            await broker.disconnect(nowait=True)

    async def _ask(self, broker: Connection) -> None:
        while await self._change.wait():
            self._change.clear()
            changed = self._changed - self._asked
            self._changed -= changed
            wanted = {name for name in changed if self._hub.wants(name)}
            begun, ended = wanted - self._heard, (changed - wanted) & self._heard
            self._asked |= begun | ended
            self._heard -= ended
            for channels in _channels(begun):
                await broker.send_command("SUBSCRIBE", *channels)
            for channels in _channels(ended):
                await broker.send_command("UNSUBSCRIBE", *channels)

    async def _hear(self, broker: Connection) -> None:
        while True:
            kind, channel, content = await broker.read_response()
            name = bus.topic_of(channel)
            match kind:
                case b"message":
                    for news in bus.decode(content, self._hub.name):
                        self._hub.hear(name, news)
                case b"subscribe":
                    self._heard.add(name)
                    self._answered(name)
                    self._hub.confirm(name)
                case b"unsubscribe":
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
