"""Presence: who has which page open, stored in Valkey for every web process.

A page reports when it connects and every 25 seconds; a silent page expires. Presence is optional:
if the broker is down, nobody appears present and nothing else is lost.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass

import redis

from realtime import bus

log = logging.getLogger(__name__)

LASTS_S = 60
"""Seconds that a page counts after its last report: two reports may be lost."""

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
"""The script uses the broker's clock, so the clocks of web processes need not agree.

A place stores its people, and for each of them the open pages. A report therefore costs the same
with ten people as with ten thousand.
"""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page that is open somewhere.

    `place`: its place, which is also the topic of its changes. `role`: the role of its owner there.
    `who`: equal for all pages of one person. `key`: the page's own key.
    """

    place: str
    role: str
    who: str
    key: str

    @property
    def person(self) -> str:
        return f"{self.role}|{self.who}"


Here = dict[str, int]
"""Number of different people by role."""


def heartbeat(page: OpenPage) -> None:
    """Report that this page is open, or still open."""
    _ask(page.place, page, LASTS_S)


def heartbeat_and_list(page: OpenPage) -> Here | None:
    """Report that this page is open; return all who are there, or None if the broker is down."""
    return _ask(page.place, page, LASTS_S, lists=True)


def leave(page: OpenPage) -> None:
    """Report that this page has closed."""
    _ask(page.place, page, 0)


def list_present(place: str) -> Here | None:
    """Return all who are there, or None if the broker is down."""
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
