"""Presence: who is where, in Valkey, which every web process can read.

A page says that it is there when it connects and every 25 seconds; what falls silent is forgotten
by itself. Presence is a courtesy: without the broker nobody is seen, and nothing else is lost.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass

import redis

from realtime import bus

log = logging.getLogger(__name__)

LASTS_S = 60
"""How long a page counts that says nothing more: two of its messages may be lost."""

_LOOK = """
local place, pages = KEYS[1], KEYS[2]
local person, page, lasts, lists = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local now = tonumber(redis.call('TIME')[1])
local changes = 0
if person ~= '' then
  if lasts > 0 then
    redis.call('ZADD', pages, now + lasts, page)
    redis.call('EXPIRE', pages, lasts)
    changes = redis.call('ZADD', place, now + lasts, person)
    redis.call('EXPIRE', place, lasts)
  else
    redis.call('ZREM', pages, page)
    local last = redis.call('ZRANGE', pages, -1, -1, 'WITHSCORES')[2]
    if last then
      redis.call('ZADD', place, 'XX', last, person)
    else
      changes = redis.call('ZREM', place, person)
    end
  end
end
changes = changes + redis.call('ZREMRANGEBYSCORE', place, '-inf', now)
return {changes, lists == '1' and redis.call('ZRANGE', place, 0, -1) or {}}
"""
"""By the broker's own clock, so that the clocks of web processes need not agree.

A place holds its people, and each of them the pages that are open: a page that says that it is there costs
the same with ten people as with ten thousand.
"""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page that is open somewhere.

    `place`: where, which is also the topic that hears of changes. `role`: what its owner is there.
    `who`: the same for all pages of one person. `key`: the page's own.
    """

    place: str
    role: str
    who: str
    key: str

    @property
    def person(self) -> str:
        return f"{self.role}|{self.who}"


Here = dict[str, int]
"""How many different people there are of each role."""


def heartbeat(page: OpenPage) -> None:
    """Tell that this page is there, or still there."""
    _ask(page.place, page, LASTS_S)


def heartbeat_and_list(page: OpenPage) -> Here | None:
    """Tell that this page is there; who else is. None if the broker is away."""
    return _ask(page.place, page, LASTS_S, lists=True)


def leave(page: OpenPage) -> None:
    """Tell that this page has gone."""
    _ask(page.place, page, 0)


def list_present(place: str) -> Here | None:
    """All that are there; None if the broker is away."""
    return _ask(place, lists=True)


def _ask(
    place: str, page: OpenPage | None = None, lasts_s: int = 0, *, lists: bool = False
) -> Here | None:
    person, key = (page.person, page.key) if page else ("", "")
    keys = [f"nightcap:here:{place}", f"nightcap:here:{place}:{person}"]
    try:
        changes, people = bus.script(_LOOK)(keys=keys, args=[person, key, lasts_s, int(lists)])
    except redis.RedisError:
        log.warning("the broker is away; nobody can be seen")
        return None
    if changes:
        bus.publish(place)
    return Counter(one.decode().split("|")[0] for one in people)
