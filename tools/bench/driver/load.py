"""A fixed number of matches in play, and their measurements."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from tools.bench.driver.tables import Table

PATIENCE = 30.0
"""Time after which a match counts as stuck if not all its pages have received a move, in seconds.
"""
SETTLING = 0.1
"""Longest difference between pages when the effect of a held answer arrives, in seconds."""


@dataclass(slots=True)
class Played:
    """The measurements of one period.

    `latencies`: milliseconds of each move, from sending it to its arrival at the last player's
    page; `watching`: the same for the last spectator's page. `held`: further moves whose effect the
    rules delay. `bytes_a_move`: bytes to a player's page for a move, headers included. `cpu`: the
    driver's own share of a core. `spares`: matches that were still waiting to be played.
    """

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    watching: list[float] = field(default_factory=list)
    held: int = 0
    bytes_a_move: float = 0.0
    cpu: float = 0.0
    spares: int = 0


class Load:
    """Keeps `in_play` of these tables in play, with about `think` seconds before each move.

    A match that is over, or in which the rules wait, is replaced by one that is ready.
    """

    def __init__(self, tables: Sequence[Table], in_play: int, think: float) -> None:
        self.think = think
        self.played = Played()
        self._players = [page for table in tables for page in table.players]
        self._seats = len(tables[0].players)
        self._ready = deque(tables)
        self._dry = asyncio.Event()
        self._tasks = {asyncio.create_task(self._keep_one_in_play()) for _ in range(in_play)}
        for task in self._tasks:
            task.add_done_callback(_say_failure)

    async def run(self, seconds: float) -> Played:
        """Play for this time, or until no ready match is left."""
        self.played = played = Played()
        received, spent, began = self._received(), time.process_time(), time.perf_counter()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._dry.wait(), seconds)
        self.played = Played()  # moves that end later are not counted
        played.seconds = time.perf_counter() - began
        played.cpu = (time.process_time() - spent) / played.seconds
        moves = len(played.latencies) + played.held
        if moves:
            played.bytes_a_move = (self._received() - received) / (moves * self._seats)
        played.spares = len(self._ready)
        return played

    async def _keep_one_in_play(self) -> None:
        while self._ready:
            table = self._ready.popleft()
            while table.next is not None and not table.next.held:
                if self.think:
                    await asyncio.sleep(self.think * (0.5 + random.random()))
                sent, heard = await asyncio.wait_for(table.play(), PATIENCE)
                self.played.latencies.append((heard - sent) * 1000)
                if table.watchers:
                    await self._watch(table, sent)
            if not table.is_over:
                aside = asyncio.create_task(self._let_pass(table))
                aside.add_done_callback(_say_failure)
                self._tasks.add(aside)
        self._dry.set()

    async def _watch(self, table: Table, sent: float) -> None:
        assert table.all_seen is not None
        seen = await asyncio.wait_for(table.all_seen, PATIENCE)
        self.played.watching.append((seen - sent) * 1000)

    async def _let_pass(self, table: Table) -> None:
        """Wait until the rules continue; then the match is ready again."""
        if table.next is not None:
            await asyncio.wait_for(table.play(), PATIENCE)
            self.played.held += 1
            await asyncio.sleep(SETTLING)
        await asyncio.wait_for(table.until_ready(), PATIENCE)
        if not table.is_over:
            self._ready.append(table)

    def _received(self) -> int:
        return sum(page.wire.received for page in self._players)


def _say_failure(task: asyncio.Task[None]) -> None:
    """Raise the task's exception in the event loop, which ends the run."""
    if not task.cancelled():
        task.result()
