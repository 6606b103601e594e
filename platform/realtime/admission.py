"""Admission: pages that connect are let in a few at a time, in the order in which they came.

After a break all pages of a process connect at once, and each of them costs as much as several moves. Let
in together they would keep each other, and everybody who plays, waiting until all have given up and come
again. So the handshake is answered at once, and the work begins when it is the page's turn: a page that
has left the queue costs nothing, and one that would wait too long is told when to come back.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from weakref import WeakKeyDictionary

AT_ONCE = 2
"""Pages that are being let in at a time: the other threads of `realtime.threads` are for those who play."""
LONGEST_WAIT_S = 8.0
"""Seconds that a page waits in the queue. A page doubts a socket that is silent for ten."""
MOST_OF_A_NETWORK = 100
"""Pages of one network that wait: a crowd at one address keeps nobody else waiting for long."""
LONGEST_AWAY_S = 30.0
"""Seconds after which a page comes back at the latest: what a process says about later is a guess."""
FIRST_GUESS_S = 0.02
"""Seconds that letting a page in takes, until some have been measured."""
WEIGHT = 0.1
"""Weight of the newest measurement in the mean."""


class Admission:
    """The queue of the pages of one process."""

    def __init__(self) -> None:
        self._inside = 0
        self._queue: deque[asyncio.Future[None]] = deque()
        self._waiting: Counter[str] = Counter()
        """How many pages of each network wait."""
        self._takes_s = FIRST_GUESS_S
        self._booked = 0.0

    def wait_s(self) -> float:
        """Seconds until a page that comes now is let in, as far as this can be known."""
        if self._inside < AT_ONCE:
            return 0.0
        return (len(self._queue) + 1) * self._takes_s / AT_ONCE

    def come_back_s(self, network: str = "") -> float | None:
        """Seconds after which a page is to come again that would wait too long now; None: it may wait.

        Each page gets a moment of its own, so that they do not all come back together. `network`: where it
        is, if that is known.
        """
        if network and self._waiting[network] >= MOST_OF_A_NETWORK:
            return random.uniform(LONGEST_WAIT_S, LONGEST_AWAY_S)
        wait = self.wait_s()
        if wait <= LONGEST_WAIT_S:
            return None
        now = asyncio.get_running_loop().time()
        at = max(self._booked, now + wait)
        if at - now > LONGEST_AWAY_S:
            return random.uniform(LONGEST_WAIT_S, LONGEST_AWAY_S)
        self._booked = at + self._takes_s / AT_ONCE
        return at - now

    async def begin(self, network: str = "") -> None:
        """Wait for a turn; every turn that began has to `end`. `network`: where the page is."""
        if self._inside < AT_ONCE:
            self._inside += 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(mine)
        self._waiting[network] += 1
        try:
            await mine
        except asyncio.CancelledError:
            if mine.cancelled():
                self._queue.remove(mine)
            else:
                self._hand_on()  # the turn came in the very moment in which the page left
            raise
        finally:
            self._waiting[network] -= 1
            if not self._waiting[network]:
                del self._waiting[network]

    def end(self, took_s: float) -> None:
        """End a turn that took so many seconds; it is the next page's."""
        self._takes_s += WEIGHT * (took_s - self._takes_s)
        self._hand_on()

    def _hand_on(self) -> None:
        if self._queue:
            self._queue.popleft().set_result(None)
        else:
            self._inside -= 1


_admissions: WeakKeyDictionary[asyncio.AbstractEventLoop, Admission] = WeakKeyDictionary()


def admission() -> Admission:
    """The admission of the running event loop: a process has one."""
    return _admissions.setdefault(asyncio.get_running_loop(), Admission())
