"""The relay of a web process: its own sockets hear news at once, other processes in batches.

While messages are on their way to the broker, further news waits and goes with the next. Workers
and commands have no relay; they send each piece of news by itself (`realtime.bus`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from realtime import bus
from realtime.hub import Hub
from realtime.line import PATIENCE

log = logging.getLogger(__name__)

ALONE_S = 0.05
"""Time that news waits if no other process listened to its topics before, in seconds. A process
that begins to listen then looks for itself, so it misses nothing.
"""
MOST_ALONE = 10_000
"""Topics that are remembered as heard by no other process; those published longest ago go first."""


class Relay:
    """News of this process on its way to its own sockets and to other processes."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        )
        self._waiting: dict[str, list[bus.News]] = {}
        self._alone: OrderedDict[str, None] = OrderedDict()
        self._urgent = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None

    def take(self, topics: Sequence[str], news: bus.News) -> None:
        """Take a piece of news from any thread.

        Raises:
            RuntimeError: the event loop has ended.
        """
        self._loop.call_soon_threadsafe(self._tell, topics, news)

    def _tell(self, topics: Sequence[str], news: bus.News) -> None:
        for topic in topics:
            self._hub.tell(topic, news)
            self._waiting.setdefault(topic, []).append(news)
            if topic not in self._alone:
                self._urgent.set()
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while self._waiting:
            with suppress(TimeoutError):
                async with asyncio.timeout(ALONE_S):
                    await self._urgent.wait()
            self._urgent.clear()
            batch, self._waiting = self._waiting, {}
            messages = self._client.pipeline(transaction=False)
            bus.add_messages(messages, batch, heard_by=self._hub.name)
            try:
                self._note_listeners(dict(zip(batch, await messages.execute(), strict=True)))
            except (RedisError, OSError):
                log.warning(bus.AWAY)

    def _note_listeners(self, listeners: Mapping[str, int]) -> None:
        """Remember which of these topics no other process hears, by their numbers of listeners."""
        for topic, number in listeners.items():
            self._alone.pop(topic, None)
            if number <= self._hub.hears(topic):
                self._alone[topic] = None
        while len(self._alone) > MOST_ALONE:
            self._alone.popitem(last=False)

    async def close(self) -> None:
        """Send the news that still waits."""
        self._urgent.set()
        if self._sending is not None:
            await self._sending
        await self._client.aclose()
