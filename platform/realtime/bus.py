"""Messages between processes: a message names the topics that changed, never their content.

Valkey carries one channel, and each web process has one subscription (`realtime.hub`). A message
has one or more pieces of news, and the name of the hub that heard them before (`realtime.relay`).
A lost message does no harm for long: each page asks for changes every 25
seconds.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from typing import Any

import redis
from django.conf import settings
from redis.commands.core import Script

log = logging.getLogger(__name__)

CHANNEL = "nightcap:hub"
AWAY = "the broker is away; pages will ask for themselves"

News = dict[str, Any]
"""Topics that changed, the author, and what their listeners need to know of the change."""


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
    piece = {"topics": topics, "by": _author.get(), **news}
    if _relay is not None:
        with suppress(RuntimeError):  # its event loop has ended
            _relay(piece)
            return
    try:
        client().publish(CHANNEL, encode([piece]))
    except redis.RedisError:
        log.warning(AWAY)


def encode(news: Sequence[News], heard_by: str = "") -> bytes:
    """Return the message with this news. `heard_by`: the name of the hub that has heard it."""
    return json.dumps({"heard_by": heard_by, "news": news}).encode()


def decode(message: bytes, hub: str) -> list[News]:
    """Return the news of this message that the hub of this name has not heard yet."""
    read = json.loads(message)
    news: list[News] = read["news"]
    return [] if read["heard_by"] == hub else news


_relay: Callable[[News], None] | None = None


def relay_by(take: Callable[[News], None] | None) -> None:
    """Let this function take the news of this process from now on; None: send it directly."""
    global _relay
    _relay = take
