"""Admission: pages that connect are let in a few at a time, in the order of their arrival.

After an outage all pages of a process connect at once, and each costs as much as several moves. If
all were let in together, they would delay each other and every player until all gave up and tried
again. Therefore the process answers the handshake at once and starts the work when it is the page's
turn.

A waiting page is sent an estimate of its wait. A page that has left the queue costs nothing. If the
queue is full, a page is told when to come back. A long estimate alone sends no page away, because a
wrong estimate would leave the process idle until the pages return.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

AT_ONCE = 2
"""Pages that are let in at the same time; the other threads of `realtime.threads` serve players."""
MOST_WAITING = 1_500
"""Pages that may wait. The limit is the capacity of a process; a waiting page costs only its
socket.
"""
MOST_OF_A_NETWORK = 100
"""Pages of one network that may wait, so that a crowd at one address delays others only briefly."""
AWAY_S = (8.0, 20.0)
"""Range of seconds after which a refused page connects again; the queue is not yet empty then."""
FIRST_GUESS_S = 0.02
"""Estimate for letting a page in, in seconds, until some have been measured."""
WEIGHT = 0.1
"""Weight of the newest measurement in the moving average."""
SOON_S = 5.0
"""Longest wait for a page, in seconds, at which a process counts as ready."""


class ComeBack(Exception):
    """Too many pages wait: this page must connect again after `seconds`.

    The delay of each page is random, so that they do not all come back together.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(eq=False, slots=True)
class Place:
    """A page's place in the queue. `since`: monotonic time of its arrival. `turn` is done at its
    turn.
    """

    network: str
    turn: asyncio.Future[None]
    since: float = field(default_factory=time.monotonic)


class Admission:
    """The queue of the pages of one process."""

    def __init__(self) -> None:
        self._inside = 0
        self._queue: deque[Place] = deque()
        self._waiting: Counter[str] = Counter()
        """Number of waiting pages by network."""
        self._takes_s = FIRST_GUESS_S

    def wait_s(self) -> float:
        """Return the estimated seconds until a page that arrives now is let in."""
        if self._inside < AT_ONCE:
            return 0.0
        return (len(self._queue) + 1) * self._takes_s / AT_ONCE

    def lets_in_soon(self) -> bool:
        """Return whether waits are short. Any thread may call this."""
        try:
            return time.monotonic() - self._queue[0].since < SOON_S
        except IndexError:
            return True

    def join(self, network: str = "") -> Place:
        """Take a place, which the page must `leave` later. `network`: the page's network, if known.

        The place is taken before the event loop continues, so pages that arrive together count each
        other.

        Raises:
            ComeBack: too many pages wait.
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
        """Give up a place, before its turn or after it."""
        if place in self._queue:
            self._queue.remove(place)
            self._waits_no_more(place)
        else:
            self._hand_on()

    def measure(self, took_s: float) -> None:
        """Update the estimate with the measured duration of a turn, in seconds."""
        self._takes_s += WEIGHT * (took_s - self._takes_s)

    def _hand_on(self) -> None:
        if not self._queue:
            self._inside -= 1
            return
        following = self._queue.popleft()
        self._waits_no_more(following)
        if (
            not following.turn.cancelled()
        ):  # otherwise its page has left and is about to call `leave`
            following.turn.set_result(None)

    def _waits_no_more(self, place: Place) -> None:
        self._waiting[place.network] -= 1
        if not self._waiting[place.network]:
            del self._waiting[place.network]


_admissions: WeakKeyDictionary[asyncio.AbstractEventLoop, Admission] = WeakKeyDictionary()


def admission() -> Admission:
    """Return the admission queue of the running event loop; a process has one."""
    return _admissions.setdefault(asyncio.get_running_loop(), Admission())


def lets_in_soon() -> bool:
    """Return whether this process lets pages in soon. Any thread may call this."""
    return all(one.lets_in_soon() for one in list(_admissions.values()))
