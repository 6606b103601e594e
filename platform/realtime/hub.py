"""The hub: one in each web process. It knows which sockets listen to which topic.

Transport only: news says that a topic changed, and whoever brought the sockets delivers what they
should get. News that arrives while a topic is being delivered, or rests after that, is folded into
one more delivery, so that boards which were overtaken are skipped.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from realtime.bus import CHANNEL

log = logging.getLogger(__name__)

News = dict[str, Any]
Socket = TypeVar("Socket")
Deliver = Callable[[set[Any], list[News]], Awaitable[None]]

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds between tries to reach the broker again."""
PATIENCE = 2.0
"""Seconds for the broker to answer; the first page that finds it silent waits for all others."""


class Topic(Generic[Socket]):
    """The listeners of a topic, and what they have not been told yet."""

    def __init__(self, deliver: Deliver, rest: float) -> None:
        self.deliver = deliver
        self.rest = rest
        self.sockets: set[Socket] = set()
        self.news: list[News] = []
        self.task: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None

    def take_news(self, news: News) -> None:
        """Deliver soon; what comes meanwhile goes along with the next delivery."""
        self.news.append(news)
        if self.alarm is None and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self.news and self.sockets and self.alarm is None:
            news, self.news = self.news, []
            try:
                await self.deliver(set(self.sockets), news)
            except Exception:
                # One board that cannot be drawn must not silence the topic for good.
                log.exception("a delivery failed")
            if self.rest:
                self.alarm = asyncio.get_running_loop().call_later(self.rest, self._rested)

    def _rested(self) -> None:
        self.alarm = None
        if self.news:
            self.task = asyncio.create_task(self._work())

    def close(self) -> None:
        """Nobody listens any more."""
        if self.alarm is not None:
            self.alarm.cancel()


class Hub:
    """The sockets of this process, by topic, and by what delivers news of it to them."""

    def __init__(self) -> None:
        self._topics: dict[str, dict[Deliver, Topic[Any]]] = {}
        self._listening: asyncio.Task[None] | None = None
        # Whether the broker is listened to, or was looked for in vain.
        self._settled = asyncio.Event()

    async def join(self, name: str, socket: object, deliver: Deliver, rest: float = 0) -> None:
        """Let this socket hear of the topic; returns when nothing can be missed any more.

        Without the broker it returns, too: the page still plays, asks for itself every 25 seconds,
        and looks again when the broker is back. `rest`: seconds between two deliveries of the
        topic, where once in a while is enough.
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
        """The sockets of this process that hear of the topic."""
        return {socket for topic in self._of(name) for socket in topic.sockets}

    def tell(self, name: str, news: News) -> None:
        """Tell the listeners of this process alone that the topic changed."""
        for topic in self._of(name):
            topic.take_news(news)

    def _of(self, name: str) -> list[Topic[Any]]:
        return list(self._topics.get(name, {}).values())

    async def leave(self, name: str, socket: object) -> None:
        """Forget this socket; with the last one the process stops listening."""
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
                    await subscription.subscribe(CHANNEL)
                    pause = FIRST_PAUSE
                    async for message in subscription.listen():
                        if message["type"] == "subscribe":
                            self._subscribed()
                        elif message["type"] == "message":
                            self._heard(message["data"])
            except (RedisError, OSError):
                self._without_broker()
            finally:
                await client.aclose()
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _without_broker(self) -> None:
        log.warning("the broker is away; pages will ask for themselves")
        self._settled.set()

    def _subscribed(self) -> None:
        again = self._settled.is_set()
        self._settled.set()
        if again:  # news was lost meanwhile: everyone looks again
            for name in self._topics:
                self.tell(name, {})

    def _heard(self, raw: bytes) -> None:
        news = json.loads(raw)
        for name in news.pop("topics"):
            self.tell(name, news)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop: a process has one."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
