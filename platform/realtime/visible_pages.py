"""Visible pages: whose page is visible on screen now, stored in Valkey for every process.

An open page may be hidden, forgotten, or on a phone that went to sleep, which presence cannot tell.
So each report of a page also states whether it is visible, and a silent page expires.
"""

from __future__ import annotations

import logging

import redis

from realtime import bus
from realtime.presence import OpenPage

log = logging.getLogger(__name__)

LASTS_S = 40
"""Seconds that a page counts after its last report. Pages report every 25 seconds, and a reader who
did not see an event must be notified within a minute.
"""

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
"""Both scripts use the broker's clock. Each person has a key with their visible pages."""


def note_look(page: OpenPage) -> None:
    """Report that this page is visible, or still visible."""
    _tell(page, LASTS_S)


def note_look_away(page: OpenPage) -> None:
    """Report that this page is no longer visible: it is hidden, forgotten or closed."""
    _tell(page, 0)


def looked_at_for_ms(place: str, who: str) -> int:
    """Return for how many milliseconds this person still counts as looking at this place.

    0: the person does not look, or the broker is down. A further report extends the time.
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
