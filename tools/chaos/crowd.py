"""Everybody at all tables, in one event loop, and their boards beside fresh ones."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import re
import ssl
import time
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import reduce
from typing import Any

from tests.boards import applied, still
from tools.chaos.people import Person, fresh_board

DUE = re.compile(r'data-due="(\d+)"')
SILENCE_MS = 15_000
"""By so much a page may be wrong about a deadline: what was too short to be a time out of service."""
SPREAD = 0.02
"""Seconds between two who come."""
TRIES = 5
"""To find a moment at which a match stands still: bots and clocks go on when people do not."""
COMPARING_S = 300.0
"""Seconds for the comparison of all boards: a server that lets nobody in does not keep us for ever."""


class Crowd:
    """All people of these tables. `think`: least and most seconds before each action."""

    def __init__(
        self,
        home: str,
        certificate: str,
        tables: list[dict[str, Any]],
        think: tuple[float, float],
        seed: int,
    ) -> None:
        self._luck = random.Random(seed)
        tls = ssl.create_default_context(cafile=certificate)
        self.people = [
            Person(
                home,
                table["match"],
                user,
                cookie,
                tls,
                think,
                random.Random(self._luck.random()),
            )
            for table in tables
            for user, cookie in zip(table["users"], table["cookies"], strict=True)
        ]
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self) -> None:
        """Let all of them come and play."""
        for person in self.people:
            self._tasks.append(asyncio.create_task(person.live()))
            await asyncio.sleep(SPREAD)

    def cut(self) -> None:
        """Break all their lines."""
        for person in self.people:
            person.cut()

    def only_look_on(self) -> None:
        """Let them do nothing more."""
        for person in self.people:
            person.plays = False

    def noted(self) -> dict[str, Any]:
        """What all of them noted: actions that were said yes to and when, refusals, broken lines."""
        return {
            "people": [
                {"match": one.match, "user": one.user, "acknowledged": one.acknowledged}
                for one in self.people
            ],
            "refused": Counter(code for one in self.people for code in one.refused.values()),
            "broken": sum((one.breaks for one in self.people), Counter()),
        }

    async def compare(self, most: int) -> dict[str, Any]:
        """How many boards were compared with fresh ones, and those that differ."""
        able = [person for person in self.people if person.frames]
        chosen = self._luck.sample(able, min(most, len(able)))
        end = time.monotonic() + COMPARING_S
        found: list[str | None] = []
        # The proxies are in this process: what takes the processor for long is done in another.
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as elsewhere:
            for one in chosen:
                late = time.monotonic() > end
                found.append(_LATE if late else await _compare(one, elsewhere))
        compared = [text for text in found if text is not None]
        return {"compared": len(compared), "different": [text for text in compared if text]}


_LATE = "not compared: the boards before it took too long"


async def _compare(person: Person, elsewhere: Executor) -> str | None:
    name = f"{person.match} user {person.user}"
    for _ in range(TRIES):
        before = len(person.frames)
        try:
            fresh = await fresh_board(person)
            await asyncio.sleep(0.5)  # what was on its way has come
            again = await fresh_board(person)
        except TimeoutError:
            return f"{name}: no fresh board came"
        if len(person.frames) == before:
            break  # else the match went on, perhaps after both fresh boards were drawn
    wrong = await asyncio.get_running_loop().run_in_executor(
        elsewhere, difference, [*person.frames], fresh, again
    )
    return f"{name}: {wrong}" if wrong else wrong


def difference(frames: list[dict[str, Any]], fresh: str, again: str) -> str | None:
    """How all that a page was sent differs from two fresh boards; empty if it is like one of them.

    None if its last action was refused: it says so until the match goes on, a fresh one does not.
    """
    shown = reduce(applied, frames, "")
    if " data-refused=" in shown:
        return None
    wrong = [differs(shown, other) for other in (fresh, again)]
    return wrong[1] if all(wrong) else ""


def differs(shown: str, fresh: str) -> str:
    """How a board that a page shows differs from a fresh one; empty if it does not."""
    one, other = still(shown), still(fresh)
    if one != other:
        return _first_difference(one, other)
    due = zip(DUE.findall(shown), DUE.findall(fresh), strict=True)
    off = max((abs(int(a) - int(b)) for a, b in due), default=0)
    return f"a deadline is off by {off} ms" if off > SILENCE_MS else ""


def _first_difference(one: str, other: str) -> str:
    both = zip(one, other, strict=False)
    at = next((place for place, (a, b) in enumerate(both) if a != b), -1)
    return f"…{one[max(0, at - 60) : at + 60]!r} instead of …{other[max(0, at - 60) : at + 60]!r}"
