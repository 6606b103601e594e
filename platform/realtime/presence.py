"""Presence: one set a place in Valkey, which every web process can read.

A page says that it is there when it connects and every 25 seconds; what falls silent is forgotten
by itself. Presence is a courtesy: without the broker nobody is seen, and nothing else is lost.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass
from functools import cache

import redis
from redis.commands.core import Script

from realtime import bus

log = logging.getLogger(__name__)

LASTS_S = 60
"""How long a page counts that says nothing more: two of its messages may be lost."""

_LOOK = """
local now = tonumber(redis.call('TIME')[1])
local before = redis.call('ZRANGE', KEYS[1], 0, -1)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if ARGV[1] ~= '' then
  if tonumber(ARGV[2]) > 0 then
    redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
    redis.call('EXPIRE', KEYS[1], ARGV[2])
  else
    redis.call('ZREM', KEYS[1], ARGV[1])
  end
end
return {before, redis.call('ZRANGE', KEYS[1], 0, -1)}
"""
"""By the broker's own clock, so that the clocks of web processes need not agree."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is open somewhere.

    `place`: where, which is also the topic that hears of changes. `role`: what its owner is there.
    `who`: the same for all pages of one person. `key`: the page's own.
    """

    place: str
    role: str
    who: str
    key: str

    @property
    def member(self) -> str:
        return f"{self.role}|{self.who}|{self.key}"


Here = dict[str, int]
"""How many different people there are of each role."""


def heartbeat(page: Page) -> Here | None:
    """This page is there, or still there; who else is. None if the broker is away."""
    return _ask(page.place, page.member, LASTS_S)


def leave(page: Page) -> None:
    """This page has gone."""
    _ask(page.place, page.member, 0)


def list_present(place: str) -> Here | None:
    """All that are there; None if the broker is away."""
    return _ask(place)


def _ask(place: str, member: str = "", lasts_s: int = 0) -> Here | None:
    try:
        raw = _script()(keys=[f"nightcap:here:{place}"], args=[member, lasts_s])
    except redis.RedisError:
        log.warning("the broker is away; nobody can be seen")
        return None
    before, after = map(_people, raw)
    if before != after:
        bus.publish(place)
    return after


def _people(members: list[bytes]) -> Here:
    return Counter(role for role, _ in {tuple(m.decode().split("|")[:2]) for m in members})


@cache
def _script() -> Script:
    return bus.client().register_script(_LOOK)
