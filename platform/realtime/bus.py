"""Messages between processes: a message names the topics that changed, never their content.

Valkey carries one channel, and each web process has one subscription (`realtime.hub`). A lost
message does no harm for long: each page asks for changes every 25 seconds.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

import redis
from django.conf import settings
from redis.commands.core import Script

log = logging.getLogger(__name__)

CHANNEL = "nightcap:hub"


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
    """Tell every web process, in one message, that these topics changed.

    Call it after the commit. It never raises if the broker is down.
    """
    try:
        client().publish(CHANNEL, json.dumps({"topics": topics, "by": _author.get(), **news}))
    except redis.RedisError:
        log.warning("the broker is away; pages will ask for themselves")
