"""The relay of a web process: its own sockets hear news at once, other processes in batches.

While one message is on its way to the broker, further news waits and goes with the next. Workers
and commands have no relay; they send each piece of news by itself (`realtime.bus`).
"""

from __future__ import annotations

import asyncio
import logging

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from realtime import bus
from realtime.hub import PATIENCE, Hub

log = logging.getLogger(__name__)

ALONE_S = 0.05
"""Time between two messages while no other process listens, in seconds. A process that begins to
listen then looks for itself, so it misses nothing.
"""


class Relay:
    """News of this process on its way to its own sockets and to other processes."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        )
        self._waiting: list[bus.News] = []
        self._sending: asyncio.Task[None] | None = None

    def take(self, news: bus.News) -> None:
        """Take a piece of news from any thread.

        Raises:
            RuntimeError: the event loop has ended.
        """
        self._loop.call_soon_threadsafe(self._tell, news)

    def _tell(self, news: bus.News) -> None:
        self._hub.hear(news)
        self._waiting.append(news)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                listeners = await self._client.publish(
                    bus.CHANNEL, bus.encode(batch, heard_by=self._hub.name)
                )
            except (RedisError, OSError):
                log.warning(bus.AWAY)
                continue
            if listeners <= 1:
                await asyncio.sleep(ALONE_S)

    async def close(self) -> None:
        """Send the news that still waits."""
        if self._sending is not None:
            await self._sending
        await self._client.aclose()
