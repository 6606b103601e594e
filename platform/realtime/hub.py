"""The hub: each web process has one. It maps topics to the sockets that subscribe to them.

The hub only transports. A message states that a topic changed, and the callback of the sockets
delivers the content. Messages that arrive during a delivery, or in the rest after it, cause one
more delivery, so boards that are already out of date are skipped.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from realtime import bus

log = logging.getLogger(__name__)

Socket = TypeVar("Socket")
Deliver = Callable[[set[Any], list[bus.News]], Awaitable[None]]

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Shortest and longest pause between attempts to reach the broker again, in seconds."""
PATIENCE = 2.0
"""Timeout for the broker, in seconds; the first page that finds it silent delays all others."""


class Topic(Generic[Socket]):
    """The subscribers of a topic, and the changes that they have not received yet."""

    def __init__(self, deliver: Deliver, rest: float) -> None:
        self.deliver = deliver
        self.rest = rest
        self.sockets: set[Socket] = set()
        self.news: list[bus.News] = []
        self.task: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None

    def take_news(self, news: bus.News) -> None:
        """Schedule a delivery; changes until then are delivered with it."""
        self.news.append(news)
        if self.alarm is None and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self.news and self.sockets and self.alarm is None:
            news, self.news = self.news, []
            try:
                await self.deliver(set(self.sockets), news)
            except Exception:
                # A board that fails to render must not stop the topic permanently.
                log.exception("a delivery failed")
            if self.rest:
                self.alarm = asyncio.get_running_loop().call_later(self.rest, self._rested)

    def _rested(self) -> None:
        self.alarm = None
        if self.news:
            self.task = asyncio.create_task(self._work())

    def close(self) -> None:
        """Stop delivering, because no socket subscribes any more."""
        if self.alarm is not None:
            self.alarm.cancel()


class Hub:
    """The sockets of this process, by topic and by the callback that delivers to them."""

    def __init__(self) -> None:
        self.name = uuid.uuid4().hex
        self._topics: dict[str, dict[Deliver, Topic[Any]]] = {}
        self._listening: asyncio.Task[None] | None = None
        # Set once the broker is subscribed to, or was found to be down.
        self._settled = asyncio.Event()

    async def join(self, name: str, socket: object, deliver: Deliver, rest: float = 0) -> None:
        """Subscribe this socket to the topic; return when it can no longer miss a change.

        If the broker is down, the call returns as well: the page can still play, asks for changes
        every 25 seconds, and receives messages again when the broker is back. `rest`: shortest time
        between two deliveries of the topic, in seconds.
        """
        topic = self._topics.setdefault(name, {}).setdefault(deliver, Topic(deliver, rest))
        topic.sockets.add(socket)
        if self._listening is None or self._listening.done():
            self._settled = asyncio.Event()
            self._listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait_for(self._settled.wait(), timeout=PATIENCE)
        except TimeoutError:
            self._without_broker()

    def listening(self, name: str) -> set[Any]:
        """Return the sockets of this process that subscribe to the topic."""
        return {socket for topic in self._of(name) for socket in topic.sockets}

    def tell(self, name: str, news: bus.News) -> None:
        """Notify only the subscribers in this process that the topic changed."""
        for topic in self._of(name):
            topic.take_news(news)

    def _of(self, name: str) -> list[Topic[Any]]:
        return list(self._topics.get(name, {}).values())

    async def leave(self, name: str, socket: object) -> None:
        """Unsubscribe this socket; after the last one the process stops listening."""
        for topic in self._of(name):
            topic.sockets.discard(socket)
            if not topic.sockets:
                topic.close()
                del self._topics[name][topic.deliver]
        if not self._topics.get(name):
            self._topics.pop(name, None)
        if not self._topics and self._listening is not None:
            listening, self._listening = self._listening, None
            listening.cancel()
            await asyncio.wait([listening])

    async def _listen(self) -> None:
        pause = FIRST_PAUSE
        while True:
            client = redis.asyncio.Redis.from_url(
                settings.REDIS_URL, socket_timeout=None, socket_connect_timeout=PATIENCE
            )
            try:
                async with client.pubsub() as subscription:
                    await subscription.subscribe(bus.CHANNEL)
                    pause = FIRST_PAUSE
                    async for message in subscription.listen():
                        if message["type"] == "subscribe":
                            self._subscribed()
                        elif message["type"] == "message":
                            for news in bus.decode(message["data"], self.name):
                                self.hear(news)
            except (RedisError, OSError):
                self._without_broker()
            finally:
                await client.aclose()
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _without_broker(self) -> None:
        log.warning(bus.AWAY)
        self._settled.set()

    def _subscribed(self) -> None:
        again = self._settled.is_set()
        self._settled.set()
        if again:  # messages were lost meanwhile, so all topics are delivered again
            for name in self._topics:
                self.tell(name, {})

    def hear(self, news: bus.News) -> None:
        """Notify the subscribers in this process of each topic that the news names."""
        told = {name: value for name, value in news.items() if name != "topics"}
        for topic in news["topics"]:
            self.tell(topic, told)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop; a process has one."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
