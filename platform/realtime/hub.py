"""The hub: each web process has one. It maps topics to the sockets that subscribe to them.

The first socket of a topic makes the process hear the topic's channel, and the last one ends that
(`realtime.line`). The hub only transports. A message states that a topic changed, and the callback of the sockets
delivers the content. Messages that arrive during a delivery, or in the rest after it, cause one
more delivery, so boards that are already out of date are skipped.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from redis.exceptions import RedisError

from realtime import bus
from realtime.line import PATIENCE, Line

log = logging.getLogger(__name__)

Socket = TypeVar("Socket")
Deliver = Callable[[set[Any], list[bus.News]], Awaitable[None]]

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Shortest and longest pause before another attempt to reach the broker, or to deliver, in seconds."""


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
        pause = FIRST_PAUSE
        while self.news and self.sockets and self.alarm is None:
            news, self.news = self.news, []
            try:
                await self.deliver(set(self.sockets), news)
            except Exception:
                log.exception("a delivery failed")
                if pause <= LONGEST_PAUSE:  # the database may be down, or have just restarted
                    self.news = news + self.news
                    await asyncio.sleep(pause)
                    pause *= 2
                    continue
                # A board that never renders must not stop the topic permanently.
            pause = FIRST_PAUSE
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
        # Topics that wait until the broker sends their news, or is found to be down.
        self._unsettled: dict[str, asyncio.Event] = {}
        self._line = Line(self)
        self._listening: asyncio.Task[None] | None = None
        self._is_down = False
        self._pause = FIRST_PAUSE

    async def join(self, name: str, socket: object, deliver: Deliver, rest: float = 0) -> None:
        """Subscribe this socket to the topic; return when it can no longer miss a change.

        If the broker is down, the call returns as well: the page can still play, asks for changes
        every 25 seconds, and receives messages again when the broker is back. `rest`: shortest time
        between two deliveries of the topic, in seconds.
        """
        await self.join_each({name: deliver}, socket, rest)

    async def join_each(
        self, topics: Mapping[str, Deliver], socket: object, rest: float = 0
    ) -> None:
        """Subscribe this socket to all these topics, as with `join`, in one command."""
        if self._listening is None or self._listening.done():
            self._line, self._is_down = Line(self), False
            self._line.look_at(self._topics)
            self._listening = asyncio.create_task(self._listen())
        for name, deliver in topics.items():
            if name not in self._topics:
                self._topics[name] = {}
                self._line.look_at([name])
                if not (self._is_down or self._line.hears(name)):
                    self._unsettled[name] = asyncio.Event()
            topic = self._topics[name].setdefault(deliver, Topic(deliver, rest))
            topic.sockets.add(socket)
        try:
            async with asyncio.timeout(PATIENCE):
                for settled in [
                    self._unsettled[name] for name in topics if name in self._unsettled
                ]:
                    await settled.wait()
        except TimeoutError:
            self._without_broker()

    def listening(self, name: str) -> set[Any]:
        """Return the sockets of this process that subscribe to the topic."""
        return {socket for topic in self._of(name) for socket in topic.sockets}

    def wants(self, name: str) -> bool:
        """Return whether a socket of this process subscribes to the topic."""
        return name in self._topics

    def hears(self, name: str) -> bool:
        """Return whether the broker sends this process the topic's news."""
        return self.wants(name) and self._line.hears(name)

    def tell(self, name: str, news: bus.News) -> None:
        """Notify only the subscribers in this process that the topic changed."""
        for topic in self._of(name):
            topic.take_news(news)

    def hear(self, name: str, news: bus.News) -> None:
        """Notify the subscribers of news from the broker; those of a common topic after a while."""
        if bus.is_common(name):
            asyncio.get_running_loop().call_later(bus.LOOK_S, self.tell, name, news)
        else:
            self.tell(name, news)

    def _of(self, name: str) -> list[Topic[Any]]:
        return list(self._topics.get(name, {}).values())

    async def leave(self, name: str, socket: object) -> None:
        """Unsubscribe this socket; after the last one the process stops listening."""
        for topic in self._of(name):
            topic.sockets.discard(socket)
            if not topic.sockets:
                topic.close()
                del self._topics[name][topic.deliver]
        if self._topics.get(name) == {}:
            del self._topics[name]
            self._settle(name)
            self._line.look_at([name])
        if not self._topics and self._listening is not None:
            listening, self._listening = self._listening, None
            listening.cancel()
            await asyncio.wait([listening])

    async def _listen(self) -> None:
        self._pause = FIRST_PAUSE
        while True:
            try:
                await self._line.talk()
            except* (RedisError, OSError):
                self._without_broker()
            except* Exception:
                # Pages must hear again, whatever broke the line.
                log.exception("the line to the broker broke")
                self._without_broker()
            self._line = Line(self)
            self._line.look_at(self._topics)
            await asyncio.sleep(self._pause)
            self._pause = min(self._pause * 2, LONGEST_PAUSE)

    def _without_broker(self) -> None:
        log.warning(bus.AWAY)
        self._is_down = True
        for name in list(self._unsettled):
            self._settle(name)

    def confirm(self, name: str) -> None:
        """Take note that the broker sends the topic's news from now on."""
        self._is_down, self._pause = False, FIRST_PAUSE
        if not self._settle(name):  # messages were lost meanwhile, so the topic is delivered again
            self.tell(name, {})
        if bus.is_common(name):  # a message just before may stand for a change to come
            self.hear(name, {})

    def _settle(self, name: str) -> bool:
        """End the wait for this topic; return whether there was one."""
        settled = self._unsettled.pop(name, None)
        if settled is not None:
            settled.set()
        return settled is not None


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop; a process has one."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
