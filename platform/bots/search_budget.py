"""The bots' search budget: smaller while the server is late with their turns, so that it catches
up.

A level is never stronger than its name, and weaker only while the server is late.
"""

from __future__ import annotations

import logging
from typing import Final

from django.core.cache import cache

from matches.store import backlog

log = logging.getLogger(__name__)

SHARES: Final = ((250, 1.0), (500, 0.5), (1_000, 0.25), (2_000, 0.125))
"""Share of its budget that a bot uses, by the delay of the oldest due turn in milliseconds; beyond,
none.
"""
HURRIED = "bots-hurried"
"""Cache key: how often a bot has thought less since the cache was cleared."""


def share_of(late_ms: int) -> float:
    """Return the share of its budget that a bot uses at this delay of the oldest due turn."""
    return next((share for until_ms, share in SHARES if late_ms <= until_ms), 0.0)


def share_now() -> float:
    """Return the share of its budget that a bot uses now; a share below 1 is counted."""
    share = share_of(backlog.measure().turns.oldest_ms)
    if share < 1:
        _count()
    return share


def _count() -> None:
    try:
        cache.add(HURRIED, 0, timeout=None)
        cache.incr(HURRIED)
    except Exception:
        log.debug(
            "a hurried bot was not counted", exc_info=True
        )  # the turn matters more than its count


def count_hurried() -> int:
    """Return how often a bot has thought less since the cache was cleared."""
    return int(cache.get(HURRIED, 0))
