"""The people at all tables: a socket each, which records every answer.

They send some actions twice, and some again much later, as a bad connection does. They resend each
unanswered action after they reconnect, as the page does.
"""

from __future__ import annotations

import asyncio
import html
import itertools
import json
import random
import re
import ssl
import time
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

OFFERS = re.compile(r'data-offers="([^"]*)"')
TWICE, LATE = 0.1, 0.05
"""The share of actions that are sent twice at once, or again later."""
PATIENCE = 15.0
"""Time without an answer after which a page treats its connection as broken, in seconds."""
ASK = 25.0
"""Seconds between two requests to verify the shown board (`core/static/core/js/socket.js`)."""
FIRST, LONGEST, JITTER = 0.25, 8.0, 0.3
"""Seconds before the first attempt to reconnect, the limit of their doubling, and the random share
(`templates/components/wire.html`, htmx's hx-ws).
"""
ENOUGH = 60
"""Frames after a whole board at which the person reloads the page."""


@dataclass
class Person:
    """A page at a table that plays random offers, and reconnects after a break."""

    home: str
    match: str
    user: int
    cookie: str
    tls: ssl.SSLContext
    think: tuple[float, float]
    luck: random.Random
    acknowledged: dict[str, float] = field(default_factory=dict)
    """The time when each action was acknowledged, by its key."""
    refused: dict[str, str] = field(default_factory=dict)
    breaks: Counter[str] = field(default_factory=Counter)
    """The number of broken connections, by cause."""
    plays: bool = True
    frames: list[dict[str, Any]] = field(default_factory=list)
    """The latest whole board and its changes since then."""
    _offers: list[list[str]] = field(default_factory=list)
    _shown: int = -1
    _owed: dict[str, Any] | None = None
    _owed_at: float = 0.0
    _unanswered: int = 0
    _sent: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=5))
    _ready_at: float = 0.0
    _tries: int = 0
    _later: float = 0.0
    _keys: Any = field(default_factory=itertools.count)
    _socket: ClientConnection | None = None

    async def live(self) -> None:
        """Connect and play until the task is cancelled."""
        while True:
            try:
                async with self.connected() as socket:
                    self._socket, self._unanswered, self._tries = socket, 0, 0
                    if self._owed is not None:
                        await self._send(socket, self._owed)
                    acting = asyncio.create_task(self._act(socket))
                    try:
                        while True:
                            self._hear(json.loads(await socket.recv()))
                    finally:
                        acting.cancel()
            except ConnectionClosed as closed:
                self.breaks[f"closed {closed.rcvd.code if closed.rcvd else 'without a code'}"] += 1
            except (InvalidHandshake, OSError, TimeoutError) as failed:
                status = getattr(getattr(failed, "response", None), "status_code", "")
                self.breaks[f"{type(failed).__name__} {status}".strip()] += 1
            self._socket = None
            self._tries += 1
            pause = min(FIRST * 2 ** (self._tries - 1), LONGEST)
            jitter = self.luck.uniform(1 - JITTER, 1 + JITTER)
            later, self._later = self._later, 0.0
            await asyncio.sleep(later or pause * jitter)

    def connected(self) -> connect:
        """Return a socket to the table."""
        return connect(
            f"{self.home.replace('https://', 'wss://')}/ws/en/matches/{self.match}/",
            origin=self.home,  # type: ignore[arg-type]  # a str of its own
            additional_headers={"Cookie": self.cookie},
            ssl=self.tls,
            open_timeout=10,
            ping_interval=None,
            compression=None,
        )

    def cut(self) -> None:
        """Break the connection without a closing handshake."""
        if self._socket is not None:
            self._socket.transport.abort()

    def _hear(self, frame: dict[str, Any]) -> None:
        self._unanswered = 0
        self._later = frame.get("later", 0.0)
        key = frame.get("key")
        if key is not None:
            if "refused" in frame:
                self.refused[key] = str(frame["refused"])
            else:
                self.acknowledged.setdefault(key, time.monotonic())
            if self._owed is not None and self._owed["key"] == key:
                self._owed = None
        if "version" not in frame:
            return
        if (
            frame["version"] != self._shown
        ):  # a player who returns to the same board has already thought
            self._ready_at = time.monotonic() + self.luck.uniform(*self.think)
        self._shown = frame["version"]
        if "content" in frame:
            self.frames = []
            found = OFFERS.search(frame["content"])
            self._offers = json.loads(html.unescape(found[1])) if found else []
        else:
            self._offers = frame.get("data", {}).get("offers", self._offers)
        self.frames.append(frame)

    async def _act(self, socket: ClientConnection) -> None:
        asked = time.monotonic()
        while True:
            await asyncio.sleep(0.1)
            now = time.monotonic()
            stuck = self._owed is not None and now - self._owed_at > PATIENCE
            if stuck or len(self.frames) > ENOUGH or self._unanswered > 1:
                socket.transport.abort()
                return
            if now - asked > ASK:
                asked = now
                self._unanswered += 1
                await socket.send(json.dumps({"sync": self._shown}))
            if not self.plays or self._owed is not None or not self._offers or now < self._ready_at:
                continue
            self._owed = {
                "pick": self.luck.choice(self._offers),
                "seen": self._shown,
                "key": f"chaos-{next(self._keys)}",
            }
            await self._send(socket, self._owed)
            if self.luck.random() < TWICE:
                await self._send(socket, self._owed)
            if self.luck.random() < LATE and self._sent:
                await self._send(socket, self.luck.choice(self._sent))
            self._sent.append(self._owed)

    async def _send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self._owed_at = time.monotonic()
        await socket.send(json.dumps(message))


async def fresh_board(person: Person) -> str:
    """Return the board of a newly opened page, with retries as pages do.

    Raises:
        TimeoutError: none arrived for a long time.
    """
    async with asyncio.timeout(4 * PATIENCE):
        while True:
            with suppress(ConnectionClosed, InvalidHandshake, OSError):
                async with person.connected() as socket:
                    async for text in socket:
                        frame = json.loads(text)
                        if "content" in frame:
                            return str(frame["content"])
            await asyncio.sleep(0.5)
