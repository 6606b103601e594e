"""News between processes: what happened to which topic, never what it looks like.

One channel of Valkey, one subscription a web process (`realtime.hub`). A message that is lost is
healed by the pages themselves, which ask again every 25 seconds.
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
    """This process's line to the broker; one that hangs is away, too."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


@cache
def script(lua: str) -> Script:
    """A script that the broker runs as one step; all who ask for the same get the same."""
    return client().register_script(lua)


_author: ContextVar[str] = ContextVar("author", default="")


@contextmanager
def published_by(author: str) -> Iterator[None]:
    """Name the author (`by`) of news that is published meanwhile, who so knows it again."""
    token = _author.set(author)
    try:
        yield
    finally:
        _author.reset(token)


def publish(*topics: str, **news: Any) -> None:
    """Tell every web process, in one message, that these topics have news.

    Call it after the commit. Never raises for a broker that is away.
    """
    try:
        client().publish(CHANNEL, json.dumps({"topics": topics, "by": _author.get(), **news}))
    except redis.RedisError:
        log.warning("the broker is away; pages will ask for themselves")
