"""How many messages a page may send, and all pages of one network together."""

from __future__ import annotations

import time
from typing import ClassVar
from weakref import WeakValueDictionary

BURST, PER_SECOND = 60, 30
"""Messages that a page may send at once and in the long run."""
SHARED_BURST, SHARED_PER_SECOND = 900, 120
"""The same of all pages that one network has at a process: two school classes, who ask every 25 seconds
what is new and play, have room."""
WHOLE_BOARD = 10
"""A whole board counts as many messages, as it costs as much as they do."""


class Bucket:
    """An amount that is spent, and comes back with time (a token bucket)."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left, self._last = burst, time.monotonic()

    def holds(self, amount: float) -> bool:
        """Whether this much is left now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._last) * self._per_second)
        self._last = now
        return self._left >= amount

    def spend(self, amount: float) -> None:
        """Take this much."""
        self._left -= amount


class Allowance:
    """What one page may still send."""

    _of_networks: ClassVar[WeakValueDictionary[str, Bucket]] = WeakValueDictionary()
    """What all pages of a network share, for as long as there is one."""

    def __init__(self, network: str) -> None:
        """`network`: where the page is; empty if that is not known, so that nothing is shared."""
        self._own = Bucket(BURST, PER_SECOND)
        self._shared = self._of_networks.get(network) or Bucket(SHARED_BURST, SHARED_PER_SECOND)
        if network:
            self._of_networks[network] = self._shared

    def take(self, weight: int = 1) -> bool:
        """Take one message of this weight from the allowance; False if none is left.

        To the page itself each message counts as one, however much it costs.
        """
        if not (self._own.holds(1) and self._shared.holds(weight)):
            return False
        self._own.spend(1)
        self._shared.spend(weight)
        return True
