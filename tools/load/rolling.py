"""A fleet whose processes are replaced one after the other, and its open pages."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.deploy.fleet import Fleet
from tests.deploy.people import Player

DELAY_S, MOST_S, JITTER = 0.25, 8.0, 0.3
"""The delays of reconnecting pages (templates/components/wire.html, and htmx's own defaults)."""
SETTLED_S = 3.0
"""Seconds between two processes: longer than nginx avoids a server that it could not reach."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A time without a socket: its begin and end (seconds), and the close code that began it."""

    begins: float
    ends: float
    code: int

    @property
    def seconds(self) -> float:
        return self.ends - self.begins


@dataclass
class Lines:
    """The gaps of open pages, and how they reconnect."""

    gaps: list[Gap] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    """Connections that failed to open, by cause."""

    async def keep(
        self, open_page: Callable[[], connect], follow: Callable[[ClientConnection], object]
    ) -> None:
        """Keep a page connected until the task is cancelled; `follow` reads until the socket is
        closed.
        """
        lost: float | None = None
        code, tries = 0, 0
        while True:
            with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                try:
                    socket = await open_page()
                except (InvalidHandshake, OSError, TimeoutError) as why:
                    self.refused[type(why).__name__] += 1
                    raise
                async with socket:
                    if lost is not None:
                        self.gaps.append(Gap(lost, time.monotonic(), code))
                    lost, tries = None, 0
                    try:
                        await follow(socket)  # type: ignore[misc]  # a coroutine
                    finally:
                        code = socket.close_code or 0
            if lost is None:
                lost = time.monotonic()
            wait = min(DELAY_S * 2**tries, MOST_S)
            tries += 1
            await asyncio.sleep(wait * (1 + JITTER * random.uniform(-1, 1)))


@dataclass
class Visitor:
    """A visitor who loads pages and sends forms without a pause, each through nginx."""

    url: str
    tls: ssl.SSLContext
    statuses: Counter[str] = field(default_factory=Counter)
    """Answers by method and status; missing ones by their error."""
    _over: threading.Event = field(default_factory=threading.Event)

    def visit(self) -> None:
        """Load pages until `leave`."""
        while not self._over.wait(0.02):
            # Without its token a web process answers with a refusal, which is an answer.
            self._ask("GET", "/sign-in/", None)
            self._ask("POST", "/sign-in/", b"name=nobody")

    def leave(self) -> None:
        """Stop."""
        self._over.set()

    @property
    def errors(self) -> int:
        """Answers that a browser shows as an error, and missing ones."""
        fine = {"GET 200", "POST 403"}
        return sum(count for said, count in self.statuses.items() if said not in fine)

    def _ask(self, method: str, path: str, body: bytes | None) -> None:
        request = urllib.request.Request(f"{self.url}{path}", body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20, context=self.tls) as answer:
                said = str(answer.status)
        except urllib.error.HTTPError as error:
            said = str(error.code)
        except (urllib.error.URLError, OSError) as error:
            said = type(error).__name__
        self.statuses[f"{method} {said}"] += 1


class Steady(Player):
    """A player whose page reconnects as htmx does."""

    lines: Lines

    async def play(self) -> None:
        """Play until the task is cancelled."""
        await self.lines.keep(self._open, self._followed)

    def _open(self) -> connect:
        address = self.home.replace("https://", "wss://")
        return connect(
            f"{address}/ws/en/matches/{self.match}/",
            origin=self.home,  # type: ignore[arg-type]  # a str of its own
            additional_headers={"Cookie": self.cookie},
            ssl=self.tls,
            open_timeout=10,
        )

    async def _followed(self, socket: ClientConnection) -> None:
        self._sent = ""
        await self._follow(socket)


async def look_on(fleet: Fleet, tls: ssl.SSLContext, lines: Lines) -> None:
    """Keep a page of open tables connected without any action until the task is cancelled."""
    address = fleet.front.url.replace("https://", "wss://")

    def open_page() -> connect:
        origin = fleet.front.url
        where = f"{address}/ws/en/tables/"
        return connect(where, origin=origin, ssl=tls, open_timeout=10)  # type: ignore[arg-type]

    async def follow(socket: ClientConnection) -> None:
        async for text in socket:
            json.loads(text)

    await lines.keep(open_page, follow)


async def replace(fleet: Fleet, name: str) -> float:
    """Let this process end gracefully, and start its successor; return the seconds until it is at
    work.
    """
    began = time.monotonic()
    fleet.processes[name].terminate()
    await asyncio.to_thread(fleet.processes[name].wait, 80)
    fleet.start_again(name)  # not in a thread: the successor would end with it
    if name in fleet.webs:
        await asyncio.to_thread(fleet.wait_until_ready, name)
    return time.monotonic() - began
