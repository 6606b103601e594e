"""Pages that lose their server and reconnect as htmx does, with growing and random delays."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tools.bench.driver.tables import Page, Table
from tools.bench.driver.wire import Lost

PATIENCE = 60.0
"""Time to wait for a board before a page closes its socket, in seconds."""


@dataclass(frozen=True, slots=True)
class Back:
    """The times when the first page lost its socket and when the last one had its board again.

    Times are of `perf_counter`, which all processes share. `pages`: their number; `tries`: the
    number of their attempts.
    """

    lost: float
    back: float
    pages: int
    tries: int


class Reconnecting:
    """Waits for the server to go away, and reconnects all pages.

    `delay`: seconds before the first attempt, doubled after each, at most `most`. `jitter`: the
    share by which a delay varies. `cut`: seconds after which all connections break although the
    server runs; None: they do not.
    """

    def __init__(
        self,
        tables: Sequence[Table],
        delay: float,
        most: float,
        jitter: float,
        cut: float | None = None,
    ) -> None:
        self._cut = cut
        self._delay, self._most, self._jitter = delay, most, jitter
        self._pages = [page for table in tables for page in (*table.players, *table.watchers)]
        self._tries = 0
        self._lost: list[float] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._all_back = asyncio.Event()
        self._away = len(self._pages)
        for table in tables:
            table.gone = self._come_back

    async def run(self) -> Back:
        """Wait until all pages are disconnected and connected again."""
        if self._cut is not None:
            await asyncio.sleep(self._cut)
            for page in self._pages:
                page.wire.cut()
        await self._all_back.wait()
        return Back(min(self._lost), time.perf_counter(), len(self._pages), self._tries)

    def _come_back(self, page: Page) -> None:
        self._lost.append(time.perf_counter())
        task = asyncio.create_task(self._try(page))
        self._tasks.add(task)
        task.add_done_callback(lambda done: done.result())

    async def _try(self, page: Page) -> None:
        attempt = 0
        while True:
            wait = min(self._delay * 2**attempt, self._most)
            await asyncio.sleep(page.later or wait * (1 + self._jitter * random.uniform(-1, 1)))
            attempt += 1
            self._tries += 1
            try:
                await asyncio.wait_for(page.open(), PATIENCE)
            except (Lost, OSError, TimeoutError):
                continue
            break
        self._away -= 1
        if not self._away:
            self._all_back.set()
