"""Looking: whose page is before their eyes just now, in Valkey, which every process can read.

A page that is open may be hidden, forgotten, or on a phone that fell silent: presence does not tell. So a
page says each time whether it is looked at, and what says nothing more counts no longer.
"""

from __future__ import annotations

import logging

import redis

from realtime import bus
from realtime.presence import OpenPage

log = logging.getLogger(__name__)

LASTS_S = 40
"""How long a page counts that says nothing more. It speaks every 25 seconds; and what a reader did not see
has to be told within a minute."""

_TELL = """
local lasts = tonumber(ARGV[2])
if lasts == 0 then return redis.call('ZREM', KEYS[1], ARGV[1]) end
local now = redis.call('TIME')
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now[1] * 1000)
redis.call('ZADD', KEYS[1], now[1] * 1000 + math.floor(now[2] / 1000) + lasts * 1000, ARGV[1])
redis.call('EXPIRE', KEYS[1], lasts)
return 1
"""
_ASK = """
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
local now = redis.call('TIME')
return last and tonumber(last) - now[1] * 1000 - math.floor(now[2] / 1000) or 0
"""
"""Both by the broker's own clock. A person has a key of their own, with the pages that they look at."""


def note_look(page: OpenPage) -> None:
    """Tell that this page is looked at, or still is."""
    _tell(page, LASTS_S)


def note_look_away(page: OpenPage) -> None:
    """Tell that nobody looks at this page any more: it is hidden, forgotten or gone."""
    _tell(page, 0)


def looked_at_for_ms(place: str, who: str) -> int:
    """How long it counts that somebody looks at this place, if nothing more is heard of it.

    0: they do not look, or nobody can tell.
    """
    try:
        return max(0, int(bus.script(_ASK)(keys=[_key(place, who)])))
    except redis.RedisError:
        log.warning("the broker is away; nobody is known to look")
        return 0


def _tell(page: OpenPage, lasts_s: int) -> None:
    try:
        bus.script(_TELL)(keys=[_key(page.place, page.who)], args=[page.key, lasts_s])
    except redis.RedisError:
        log.warning("the broker is away; nobody is known to look")


def _key(place: str, who: str) -> str:
    return f"nightcap:looks:{place}:{who}"
