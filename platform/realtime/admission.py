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


class ComeBack(Exception):
    """Too many pages wait: this one is to come again after so many seconds.

    Each page gets a moment of its own, so that they do not all come back together.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(eq=False, slots=True)
class Place:
    """A page's place in the queue, since when by the monotonic clock; its turn has come once `turn` is done."""

    network: str
    turn: asyncio.Future[None]
    since: float = field(default_factory=time.monotonic)


class Admission:
    """The queue of the pages of one process."""

    def __init__(self) -> None:
        self._inside = 0
        self._queue: deque[Place] = deque()
        self._waiting: Counter[str] = Counter()
        """How many pages of each network wait."""
        self._takes_s = FIRST_GUESS_S

    def wait_s(self) -> float:
        """Seconds until a page that comes now is let in, as far as this can be known."""
        if self._inside < AT_ONCE:
            return 0.0
        return (len(self._queue) + 1) * self._takes_s / AT_ONCE

    def lets_in_soon(self) -> bool:
        """Whether no page has waited for long; any thread may ask."""
        try:
            return time.monotonic() - self._queue[0].since < SOON_S
        except IndexError:
            return True

    def join(self, network: str = "") -> Place:
        """Take a place, which the page has to `leave`. `network`: where the page is, if that is known.

        The place is taken before the loop goes on: pages that come in the same moment count each other.

        Raises:
            ComeBack: too many wait.
        """
        is_crowd = bool(network) and self._waiting[network] >= MOST_OF_A_NETWORK
        if is_crowd or len(self._queue) >= MOST_WAITING:
            raise ComeBack(random.uniform(*AWAY_S))
        place = Place(network, asyncio.get_running_loop().create_future())
        if self._inside < AT_ONCE:
            self._inside += 1
            place.turn.set_result(None)
        else:
            self._queue.append(place)
            self._waiting[network] += 1
        return place

    def leave(self, place: Place) -> None:
        """Give a place up, before its turn or after it."""
        if place in self._queue:
            self._queue.remove(place)
            self._waits_no_more(place)
        else:
            self._hand_on()

    def measure(self, took_s: float) -> None:
        """Learn from a turn that took so many seconds how long a page waits."""
        self._takes_s += WEIGHT * (took_s - self._takes_s)

    def _hand_on(self) -> None:
        if not self._queue:
            self._inside -= 1
            return
        following = self._queue.popleft()
        self._waits_no_more(following)
        if not following.turn.cancelled():  # else its page has left, and is about to say so
            following.turn.set_result(None)

    def _waits_no_more(self, place: Place) -> None:
        self._waiting[place.network] -= 1
        if not self._waiting[place.network]:
            del self._waiting[place.network]


_admissions: WeakKeyDictionary[asyncio.AbstractEventLoop, Admission] = WeakKeyDictionary()


def admission() -> Admission:
    """The admission of the running event loop: a process has one."""
    return _admissions.setdefault(asyncio.get_running_loop(), Admission())


def lets_in_soon() -> bool:
    """Whether pages of this process are let in soon; any thread may ask."""
    return all(one.lets_in_soon() for one in list(_admissions.values()))
