"""Admission: pages that connect are let in a few at a time, in the order in which they came.

After a break all pages of a process connect at once, and each of them costs as much as several moves. Let
in together they would keep each other, and everybody who plays, waiting until all have given up and come
again. So the handshake is answered at once, and the work begins when it is the page's turn. A page that
waits is told about how long; one that has left the queue costs nothing. When the queue is full, a page is
told when to come back. How long a turn takes is no reason to send a page away: it is a guess, and a wrong
one leaves the process idle until the pages come back.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

AT_ONCE = 2
"""Pages that are being let in at a time: the other threads of `realtime.threads` are for those who play."""
MOST_WAITING = 1_500
"""Pages that wait: as many as a process is meant to have. They hold a socket, and cost nothing else."""
MOST_OF_A_NETWORK = 100
"""Pages of one network that wait: a crowd at one address keeps nobody else waiting for long."""
AWAY_S = (8.0, 20.0)
"""Seconds between which a page comes back that may not wait: before the queue is empty."""
FIRST_GUESS_S = 0.02
"""Seconds that letting a page in takes, until some have been measured."""
WEIGHT = 0.1
"""Weight of the newest measurement in the mean."""
SOON_S = 5.0
"""Seconds in which a process that can act for people lets a page in."""


@dataclass(eq=False, slots=True)
class Waiting:
    """A page that waits for its turn, since when by the monotonic clock."""

    turn: asyncio.Future[None]
    since: float = field(default_factory=time.monotonic)


class Admission:
    """The queue of the pages of one process."""

    def __init__(self) -> None:
        self._inside = 0
        self._queue: deque[Waiting] = deque()
        self._waiting: Counter[str] = Counter()
        """How many pages of each network wait."""
        self._takes_s = FIRST_GUESS_S

    def wait_s(self) -> float:
        """Seconds until a page that comes now is let in, as far as this can be known."""
        if self._inside < AT_ONCE:
            return 0.0
        return (len(self._queue) + 1) * self._takes_s / AT_ONCE

    def come_back_s(self, network: str = "") -> float | None:
        """Seconds after which a page is to come again, as too many wait; None: it may wait.

        Each page gets a moment of its own, so that they do not all come back together. `network`: where it
        is, if that is known.
        """
        is_crowd = bool(network) and self._waiting[network] >= MOST_OF_A_NETWORK
        if is_crowd or len(self._queue) >= MOST_WAITING:
            return random.uniform(*AWAY_S)
        return None

    def lets_in_soon(self) -> bool:
        """Whether no page has waited for long; any thread may ask."""
        try:
            return time.monotonic() - self._queue[0].since < SOON_S
        except IndexError:
            return True

    async def begin(self, network: str = "") -> None:
        """Wait for a turn; every turn that began has to `end`. `network`: where the page is."""
        if self._inside < AT_ONCE:
            self._inside += 1
            return
        mine = Waiting(asyncio.get_running_loop().create_future())
        self._queue.append(mine)
        self._waiting[network] += 1
        try:
            await mine.turn
        except asyncio.CancelledError:
            if not mine.turn.cancelled():
                self._hand_on()  # the turn came in the very moment in which the page left
            elif mine in self._queue:
                self._queue.remove(mine)
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
        while self._queue:
            following = self._queue.popleft().turn
            if not following.done():  # else its page left in this very moment
                following.set_result(None)
                return
        self._inside -= 1


_admissions: WeakKeyDictionary[asyncio.AbstractEventLoop, Admission] = WeakKeyDictionary()


def admission() -> Admission:
    """The admission of the running event loop: a process has one."""
    return _admissions.setdefault(asyncio.get_running_loop(), Admission())


def lets_in_soon() -> bool:
    """Whether pages of this process are let in soon; any thread may ask."""
    return all(one.lets_in_soon() for one in list(_admissions.values()))
