"""Rate limits for the messages of a page, and of all pages of one network."""

from __future__ import annotations

import time
from typing import ClassVar
from weakref import WeakValueDictionary

BURST, PER_SECOND = 60, 30
"""Messages that a page may send at once, and per second on average."""
SHARED_BURST, SHARED_PER_SECOND = 900, 120
"""The same limits for all pages of one network at a process. Two school classes have room: each
page plays and sends a heartbeat every 25 seconds.
"""
WHOLE_BOARD = 10
"""Weight of a whole board, in messages: it costs the server as much as that many."""


class Bucket:
    """A token bucket: an amount that is spent and refills with time."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left, self._last = burst, time.monotonic()

    def holds(self, amount: float) -> bool:
        """Return whether this much is left now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._last) * self._per_second)
        self._last = now
        return self._left >= amount

    def spend(self, amount: float) -> None:
        """Spend this much."""
        self._left -= amount


class Allowance:
    """The messages that one page may still send."""

    _of_networks: ClassVar[WeakValueDictionary[str, Bucket]] = WeakValueDictionary()
    """The buckets that all pages of a network share, while it has open pages."""

    def __init__(self, network: str) -> None:
        """Start with full buckets. `network`: the page's network; "" if unknown, and nothing is
        shared.
        """
        self._own = Bucket(BURST, PER_SECOND)
        self._shared = self._of_networks.get(network) or Bucket(SHARED_BURST, SHARED_PER_SECOND)
        if network:
            self._of_networks[network] = self._shared

    def take(self, weight: int = 1) -> bool:
        """Spend one message of this weight; return False if too little is left.

        The page's own bucket counts each message as one, whatever its weight.
        """
        if not (self._own.holds(1) and self._shared.holds(weight)):
            return False
        self._own.spend(1)
        self._shared.spend(weight)
        return True
