"""Messages between processes: a message names the topics that changed, never their content.

Each topic is a channel of Valkey, and a web process hears the channels of the topics that its
sockets subscribe to (`realtime.hub`). A message has one or more pieces of news, and the name of the
hub that heard them before (`realtime.relay`). A lost message does no harm for long: each page asks
for changes every 25 seconds.

A common topic is one that most processes hear, like the list of open tables. Its message says only
that its listeners must look again, and the whole site sends at most one in `SELDOM_MS`. It stands
for all changes of that time, because each process waits `LOOK_S` before its pages look.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from typing import Any

import msgspec
import redis
import redis.asyncio
from django.conf import settings
from redis.commands.core import Script

log = logging.getLogger(__name__)

CHANNELS = "nightcap:topic:"
"""The beginning of the name of each channel; the topic follows."""
COMMON = "common:"
"""The beginning of the names of common topics."""
SELDOM_MS = 250
"""Shortest time between two messages of a common topic, in milliseconds."""
LOOK_S = 0.3
"""Time from hearing a message of a common topic until the pages look, in seconds. It is longer than
`SELDOM_MS`: a change without a message of its own is committed by then.
"""
AWAY = "the broker is away; pages will ask for themselves"

News = dict[str, Any]
"""The author of a change, and what the listeners of a topic need to know of it."""
Batch = Mapping[str, Sequence[News]]
"""News by topic."""

# A key that lasts longer than it was set for is from before the broker's clock was put back.
_PUBLISH_SELDOM = """
local channel, message, seldom = KEYS[1], ARGV[1], tonumber(ARGV[2])
local left = redis.call('PTTL', channel)
if left < 0 or left > seldom then
  redis.call('SET', channel, '', 'PX', seldom)
  redis.call('PUBLISH', channel, message)
end
return redis.call('PUBSUB', 'NUMSUB', channel)[2]
"""


@cache
def client() -> redis.Redis:
    """Return this process's client of the broker; a broker that does not answer in time counts as
    down.
    """
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


@cache
def script(lua: str) -> Script:
    """Return a script that the broker runs as one step; the same source gives the same script."""
    return client().register_script(lua)


_author: ContextVar[str] = ContextVar("author", default="")


@contextmanager
def published_by(author: str) -> Iterator[None]:
    """Tag messages published in this block with their author (`by`), so that the author recognises
    them.
    """
    token = _author.set(author)
    try:
        yield
    finally:
        _author.reset(token)


def publish(*topics: str, **news: Any) -> None:
    """Tell every web process that these topics changed.

    Call it after the commit. It never raises if the broker is down.
    """
    news = {"by": _author.get(), **news}
    if _relay is not None:
        with suppress(RuntimeError):  # its event loop has ended
            _relay(topics, news)
            return
    messages = client().pipeline(transaction=False)
    add_messages(messages, {topic: [news] for topic in topics})
    try:
        messages.execute()
    except redis.RedisError:
        log.warning(AWAY)


def add_messages(
    pipeline: redis.client.Pipeline | redis.asyncio.client.Pipeline,
    batch: Batch,
    heard_by: str = "",
) -> None:
    """Add the message of each topic to a pipeline, whose answers are their numbers of listeners.

    `heard_by`: the name of the hub that has heard the news.
    """
    for topic, news in batch.items():
        channel = CHANNELS + topic
        if is_common(topic):  # this hub, too, looks again for the changes of other processes
            pipeline.eval(_PUBLISH_SELDOM, 1, channel, _encode([{}], ""), SELDOM_MS)
        else:
            pipeline.publish(channel, _encode(news, heard_by))


def is_common(topic: str) -> bool:
    """Return whether most processes hear this topic."""
    return topic.startswith(COMMON)


def _encode(news: Sequence[News], heard_by: str) -> bytes:
    return msgspec.json.encode({"heard_by": heard_by, "news": news})


def topic_of(channel: bytes) -> str:
    """Return the topic of this channel."""
    return channel.decode().removeprefix(CHANNELS)


def decode(message: bytes, hub: str) -> list[News]:
    """Return the news of this message that the hub of this name has not heard yet."""
    read = msgspec.json.decode(message)
    news: list[News] = read["news"]
    return [] if read["heard_by"] == hub else news


Relay = Callable[[Sequence[str], News], None]
"""A function that takes a piece of news, and its topics."""

_relay: Relay | None = None


def relay_by(take: Relay | None) -> None:
    """Let this function take the news of this process from now on; None: send it directly."""
    global _relay
    _relay = take
