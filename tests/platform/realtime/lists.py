"""Real sockets of pages with lists: connect as a user, and read the messages."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from accounts.models import User
from config.serving.asgi import application
from tests.platform.matches.sockets import ORIGIN, PATIENCE, Page, Wire, cookie_of


class ListPage(Page):
    """A page with lists: its content, by the parts that pushes replace."""

    fragments: dict[str, str]

    async def read(self, *targets: str) -> None:
        """Read the next pushes, which contain exactly these fragments, in any order."""
        got = set()
        for _ in targets:
            frame = await self.data()
            assert frame["swap"] == "outerMorph"
            self.fragments[frame["target"]] = frame["content"]
            got.add(frame["target"])
        assert got == set(targets)

    async def until(self, target: str, words: str) -> int:
        """Read pushes until this part contains the text; return their number."""
        count = 0
        while words not in self.fragments[target]:
            frame = await self.data()
            self.fragments[frame["target"]] = frame["content"]
            count += 1
        return count

    async def ask(self) -> list[str]:
        """Ask for updates; return the fragments that arrive before the answer."""
        await self.wire.send_to(text_data="{}")
        new: list[str] = []
        while True:
            frame = json.loads(await self.wire.receive_from(timeout=PATIENCE))
            if frame == {"synced": True}:
                return new
            self.fragments[frame["target"]] = frame["content"]
            new.append(frame["target"])


@asynccontextmanager
async def list_page(
    path: str, user: User | None = None, *, origin: bytes = ORIGIN, cookie: str = ""
) -> AsyncIterator[ListPage]:
    """Connect the socket of a page; the test reads the first fragments."""
    cookie = cookie or await cookie_of(user, None)
    headers = [(b"origin", origin), (b"host", b"testserver"), (b"cookie", cookie.encode())]
    communicator = Wire(application, path, headers=headers)
    connected, _ = await communicator.connect(timeout=PATIENCE)
    page = ListPage(communicator)
    page.connected, page.fragments = connected, {}
    try:
        yield page
    finally:
        await communicator.disconnect()
