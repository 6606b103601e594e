"""People at a table of the fleet: a command seats them, and then only their sockets act."""

from __future__ import annotations

import asyncio
import html
import itertools
import json
import random
import re
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

SIT_DOWN = "from tests.deploy.people import sit_down; sit_down()"
NAMES = ("Alice", "Bob")
PATIENCE = 60.0


def sit_down() -> None:
    """Make and deal a match of two people and a bot, inside the fleet; print its access data as
    JSON.

    It lasts longer than any test: a lucky bot may end a round after half a minute.
    """
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from tests.platform.matches.cast import dealt, person

    known = User.objects.count()  # other people may have a table already
    people = [person(f"{name}{known or ''}") for name in NAMES]
    match = dealt(*people, bots=1, target="rounds-9")
    keys = []
    for user in people:
        client = Client()
        client.force_login(user)
        keys.append(f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}")
    print(json.dumps({"match": str(match.pk), "cookies": keys}))


@dataclass
class Player:
    """A page at the table that plays its offers, and reconnects after a break."""

    home: str
    match: str
    cookie: str
    tls: ssl.SSLContext
    moves: list[int] = field(default_factory=list)
    """The page's version after each accepted move: the table's own count of changes."""
    shown: int = 0
    """The version that the page shows now."""
    breaks: int = 0
    """The number of broken connections."""
    _keys: Any = field(default_factory=itertools.count)
    _sent: str = ""

    async def play(self) -> None:
        """Connect and play until the task is cancelled."""
        address = self.home.replace("https://", "wss://")
        while True:
            with suppress(ConnectionClosed, InvalidHandshake, OSError):
                async with connect(
                    f"{address}/ws/en/matches/{self.match}/",
                    origin=self.home,  # type: ignore[arg-type]  # a str of its own
                    additional_headers={"Cookie": self.cookie},
                    ssl=self.tls,
                    open_timeout=5,
                ) as socket:
                    self._sent = ""
                    await self._follow(socket)
            self.breaks += 1
            await asyncio.sleep(0.1)

    async def _follow(self, socket: ClientConnection) -> None:
        offers: list[list[str]] = []
        async for text in socket:
            frame = json.loads(text)
            if self._sent and frame.get("key") == self._sent:
                self._sent = ""
                if "refused" not in frame:
                    self.moves.append(frame["version"])
            if "version" in frame:
                self.shown, offers = frame["version"], _offers(frame, offers)
                await self._act(socket, offers)

    async def _act(self, socket: ClientConnection, offers: list[list[str]]) -> None:
        if offers and not self._sent:
            self._sent = f"{next(self._keys)}-{self.breaks}"
            # Dull play: single cards wake no queen, so that the round lasts.
            least = min(map(len, offers))
            pick = random.choice([offer for offer in offers if len(offer) == least])
            await socket.send(json.dumps({"pick": pick, "seen": self.shown, "key": self._sent}))


def _offers(frame: dict[str, Any], before: list[list[str]]) -> list[list[str]]:
    """Return the offers in this frame, or the earlier ones if it has none."""
    if "content" not in frame:
        now: list[list[str]] = frame.get("data", {}).get("offers", before)
        return now
    found = re.search(r'data-offers="([^"]*)"', frame["content"])
    # Between two rounds there are no offers.
    offers: list[list[str]] = json.loads(html.unescape(found[1])) if found else []
    return offers


async def until(done: Callable[[], bool], found: Callable[[], str]) -> None:
    """Wait for a state of other processes; `found` describes the progress for the error message."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, found()
        await asyncio.sleep(0.05)
