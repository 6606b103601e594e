"""How much bots think: less while the server is late with their turns, so that it catches up.

A level is never stronger than it says, and weaker only while the server is behind.
"""

from __future__ import annotations

import logging
from typing import Final

from django.core.cache import cache

from matches.store import backlog

log = logging.getLogger(__name__)

SHARES: Final = ((250, 1.0), (500, 0.5), (1_000, 0.25), (2_000, 0.125))
"""Until the oldest owed turn is so late (ms): which share of its budget a bot uses; then none."""
HURRIED = "bots-hurried"
"""How often a bot has thought less, counted in the cache since that was emptied."""


def share_of(late_ms: int) -> float:
    """Which share of its budget a bot uses while the oldest owed turn is so late."""
    return next((share for until_ms, share in SHARES if late_ms <= until_ms), 0.0)


def share_now() -> float:
    """Which share of its budget a bot uses that is asked now; less than all of it is counted."""
    share = share_of(backlog.measure().turns.oldest_ms)
    if share < 1:
        _count()
    return share


def _count() -> None:
    try:
        cache.add(HURRIED, 0, timeout=None)
        cache.incr(HURRIED)
    except Exception:
        log.debug("a hurried bot was not counted", exc_info=True)  # the turn matters more


def count_hurried() -> int:
    """How often a bot has thought less since the cache was emptied."""
    return int(cache.get(HURRIED, 0))
