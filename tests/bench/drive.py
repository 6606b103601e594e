"""The load: people at tables, each with a socket, in a process of its own.

Reads `{"warm_up", "seconds", "every", "matches": [[{"socket", "origin", "cookies"}, …], …]}` from
its input: for each match a list of tables to play one after the other, with the cookies of their
seats. A seat sends a choice; when all seats have the update the next one does, at once or when
`every` seconds have passed since. Prints one line: `{"moves", "seconds", "latencies"}`,
milliseconds from sending to the last screen.
"""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
import sys
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

OFFERS = re.compile(r'data-offers="([^"]*)"')
LAST_CHOICE = ("king", "knight", "potion")
"""Kings end rounds soon; an attack waits for seconds by the rules. Both are played if nothing else."""
PATIENCE = 40.0


class Seat:
    """One page's socket, and what its page shows."""

    def __init__(self, wire: ClientConnection, news: asyncio.Condition) -> None:
        self.wire = wire
        self.news = news
        self.boards = 0
        self.version = 0
        self.offers: list[list[str]] = []
        self.over = False
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for text in self.wire:
            frame = json.loads(text)
            if "refused" in frame or "refusal" in frame:
                raise RuntimeError(f"refused: {frame}")
            if "pieces" not in frame:
                continue  # who is there
            async with self.news:
                self._show(frame)
                self.news.notify_all()

    def _show(self, frame: dict[str, Any]) -> None:
        self.boards += 1
        self.version = frame["version"]
        # The board's own tag names the version, so that it is among the new pieces.
        for piece in frame["pieces"]:
            if isinstance(piece, str) and (found := OFFERS.search(piece)):
                self.offers = json.loads(html.unescape(found[1]))
                self.over = "data-over" in piece

    async def play(self, picks: list[str], key: str) -> None:
        """Send this choice."""
        await self.wire.send(json.dumps({"pick": picks, "seen": self.version, "key": key}))

    async def leave(self) -> None:
        """Close the page."""
        self.listening.cancel()
        await self.wire.close()


def choice(seats: list[Seat]) -> tuple[Seat, list[str]]:
    """Who plays what: something harmless, and rather cards than a button."""
    return min(
        ((seat, picks) for seat in seats for picks in seat.offers),
        key=lambda one: (any(p in LAST_CHOICE for p in one[1]), -len(one[1]), one[1]),
    )


class Load:
    """What has been measured so far."""

    def __init__(self, warm_up: float, seconds: float, every: float) -> None:
        self.every = every
        self.start = time.perf_counter() + warm_up
        self.end = self.start + seconds
        self.latencies: list[float] = []

    async def play(self, tables: list[dict[str, Any]]) -> None:
        """Play these tables one after the other until the time is over."""
        for table in tables:
            if time.perf_counter() >= self.end:
                return
            await self._play(table)
        if time.perf_counter() < self.end:
            raise RuntimeError("there were too few tables for so long")

    async def _play(self, table: dict[str, Any]) -> None:
        wires = [
            await connect(
                table["socket"],
                additional_headers={"Cookie": cookie},
                origin=table["origin"],
                compression=None,
            )
            for cookie in table["cookies"]
        ]
        news = asyncio.Condition()
        seats = [Seat(wire, news) for wire in wires]
        await self._all_heard(seats, news, [0] * len(seats))
        number = 0
        while not seats[0].over and time.perf_counter() < self.end:
            number += 1
            if self.every:
                await asyncio.sleep(self.every * (0.5 + random.random()))
            seat, picks = choice(seats)
            before = [seat.boards for seat in seats]
            sent = time.perf_counter()
            await seat.play(picks, f"bench-{number}")
            await self._all_heard(seats, news, before)
            heard = time.perf_counter()
            if sent >= self.start and heard < self.end:
                self.latencies.append((heard - sent) * 1000)
        await asyncio.gather(*(seat.leave() for seat in seats))

    async def _all_heard(
        self, seats: list[Seat], news: asyncio.Condition, before: list[int]
    ) -> None:
        """Wait until every page has a newer board, and somebody can go on."""

        def heard() -> bool:
            newer = all(seat.boards > old for seat, old in zip(seats, before, strict=True))
            return newer and (seats[0].over or any(seat.offers for seat in seats))

        async with news:
            await asyncio.wait_for(news.wait_for(heard), PATIENCE)


async def main() -> None:
    """Play as the input says."""
    wanted = json.load(sys.stdin)
    load = Load(wanted["warm_up"], wanted["seconds"], wanted["every"])
    await asyncio.gather(*(load.play(tables) for tables in wanted["matches"]))
    result = {
        "moves": len(load.latencies),
        "seconds": wanted["seconds"],
        "latencies": load.latencies,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    asyncio.run(main())
