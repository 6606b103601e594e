"""All people at all tables, in one event loop, and the comparison of their boards with fresh ones."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import re
import ssl
import time
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any

from tests.boards import applied, still
from tools.chaos.people import Person, fresh_board

DUE = re.compile(r'data-deadline="\[\d+,\d+,(\d+)\]"')
SILENCE_MS = 15_000
"""Tolerated error of a deadline on a page, in milliseconds: the longest gap that is no time out of
service.
"""
SPREAD = 0.02
"""Seconds between the arrivals of two people."""
TRIES = 5
"""Attempts to find a moment without moves: bots and clocks continue when people do not."""
COMPARING_S = 300.0
"""Limit for the comparison of all boards, in seconds, in case a server admits no page."""


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
        """Let all of them connect and play."""
        for person in self.people:
            self._tasks.append(asyncio.create_task(person.live()))
            await asyncio.sleep(SPREAD)

    def cut(self) -> None:
        """Break all their connections."""
        for person in self.people:
            person.cut()

    def only_look_on(self) -> None:
        """Stop all their actions."""
        for person in self.people:
            person.plays = False

    def noted(self) -> dict[str, Any]:
        """Return the records of all people: acknowledged actions with times, refusals, broken
        connections.
        """
        return {
            "people": [
                {"match": one.match, "user": one.user, "acknowledged": one.acknowledged}
                for one in self.people
            ],
            "refused": Counter(code for one in self.people for code in one.refused.values()),
            "broken": sum((one.breaks for one in self.people), Counter()),
        }

    async def compare(self, most: int) -> dict[str, Any]:
        """Return the number of boards compared with fresh ones, and the boards that differ."""
        able = [person for person in self.people if person.frames]
        chosen = self._luck.sample(able, min(most, len(able)))
        end = time.monotonic() + COMPARING_S
        found: list[str | None] = []
        # The proxies run in this process, so another one does the work that takes long.
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
            await asyncio.sleep(0.5)  # messages on their way have arrived
            again = await fresh_board(person)
        except TimeoutError:
            return f"{name}: no fresh board arrived"
        if len(person.frames) == before:
            break  # else the match went on, perhaps after both fresh boards were rendered
    wrong = await asyncio.get_running_loop().run_in_executor(
        elsewhere, difference, [*person.frames], fresh, again
    )
    return f"{name}: {wrong}" if wrong else wrong


def difference(frames: list[dict[str, Any]], fresh: str, again: str) -> str | None:
    """Return how the frames of a page differ from two fresh boards; empty if they equal one of
    them.

    None if its last action was refused: the page shows the refusal until the next move, a fresh
    board does not.
    """
    shown, texts = "", dict[str, str]()
    for frame in frames:
        shown = applied(shown, frame, texts)
    if " data-refused=" in shown:
        return None
    wrong = [differs(shown, other) for other in (fresh, again)]
    return wrong[1] if all(wrong) else ""


def differs(shown: str, fresh: str) -> str:
    """Return how a board on a page differs from a fresh one; empty if it does not."""
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
