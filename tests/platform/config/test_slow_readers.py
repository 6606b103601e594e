"""Pages that send requests and do not read: they fill no memory, others are served, and they
recover.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from django.db import connections
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from config.local.installation import ROOT
from config.serving.web_server import LONGEST_UNREAD_S, MOST_UNREAD
from matches.models import Match
from realtime.close_codes import LATER, RESTARTING
from tests.platform.accounts.cast import alice, bob
from tests.platform.config.web import Web, web_process
from tests.platform.matches.cast import act, dealt

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path("/proc").exists(), reason="reads memory from Linux's /proc"),
]

WHOLE = json.dumps({"sync": -1})
"""A message that requests the whole board."""
ASKED = 60
"""The requests of a page at once: several times the data that is kept for a page that does not
read.
"""
LITTLE = 25
"""Requests whose answers exceed the kernel's buffer, but not ours."""
PATIENCE_S = 60.0
CUT = 1006
"""The close code of a broken connection."""


@pytest.fixture
def match() -> Match:
    """A match that every user may watch."""
    return dealt(alice(), bob(), public=True)


@pytest.fixture
def web(match: Match, tmp_path: Path) -> Iterator[Web]:
    """A web process that is stopped after the test."""
    with web_process(tmp_path) as web:
        yield web


class Deaf:
    """A page on its own connection that reads nothing after the handshake."""

    def __init__(self, web: Web, path: str) -> None:
        self.line = socket.socket()
        self.line.setsockopt(
            socket.SOL_SOCKET, socket.SO_RCVBUF, 4096
        )  # so that all data waits there
        self.line.connect(web.address)
        key = base64.b64encode(bytes(16)).decode()
        self.line.sendall(
            f"GET /ws/en/{path}/ HTTP/1.1\r\nHost: {web.home.partition('//')[2]}\r\n"
            f"Origin: {web.home}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        assert self.line.recv(12) == b"HTTP/1.1 101"

    def say(self, what: str, times: int = 1) -> bool:
        """Send this a number of times; return False once the connection is closed."""
        frame = Frame(Opcode.TEXT, what.encode()).serialize(mask=True)
        try:
            self.line.sendall(frame * times)
        except OSError:
            return False
        return True


async def until_let_go(deaf: Deaf) -> None:
    """Send messages at intervals, which alone show that the connection was closed."""
    async with asyncio.timeout(PATIENCE_S):
        while deaf.say("{}"):
            await asyncio.sleep(0.25)


async def answered_in(page: ClientConnection) -> float:
    """Return the time in which the server answers this page, in seconds."""
    began = time.monotonic()
    await page.send(WHOLE)
    async with asyncio.timeout(PATIENCE_S):
        while "synced" not in json.loads(await page.recv()):
            pass
    return time.monotonic() - began


def test_a_page_that_is_let_go_connects_again() -> None:
    head = (ROOT / "templates/components/wire.html").read_text()
    codes = re.search(r'"reconnectCodes":(\[[\d,]+\])', head)
    assert codes
    assert {CUT, LATER, RESTARTING} <= set(json.loads(codes[1]))


@pytest.mark.parametrize("pages", [20, pytest.param(1000, marks=pytest.mark.soak)])
def test_who_does_not_read_holds_little_memory(web: Web, match: Match, pages: int) -> None:
    with ExitStack() as open_lines:
        asyncio.run(_deaf(web, f"matches/{match.pk}", pages, open_lines))


async def _deaf(web: Web, path: str, pages: int, open_lines: ExitStack) -> None:
    reader = await web.page(path)
    await answered_in(reader)
    deaf = []
    for _ in range(pages):
        deaf.append(Deaf(web, path))
        open_lines.enter_context(deaf[-1].line)
    await answered_in(reader)
    before = web.highest_mb()
    for one in deaf:
        one.say(WHOLE, ASKED)
    waited = 0.0
    gone = asyncio.gather(*map(until_let_go, deaf))
    while not gone.done():
        waited = max(waited, await answered_in(reader))
        await asyncio.sleep(0.1)
    await gone
    grown = web.highest_mb() - before
    print(f"{pages} pages: {grown:.1f} MB more; others waited {waited:.2f} s at most")
    assert grown < 8 + pages * MOST_UNREAD / 2**20
    await reader.close()
    if pages < 100:  # otherwise some wait longer for their turn than daphne allows
        assert web.said.read_text() == ""


def test_who_stalls_recovers(web: Web, match: Match) -> None:
    asyncio.run(_stalled(web, match))


async def _stalled(web: Web, match: Match) -> None:
    path = f"matches/{match.pk}"
    page = await web.page(path, max_queue=1)  # it accepts no more from the network than it has read
    seen = json.loads(await page.recv())["version"]
    for _ in range(ASKED):
        await page.send(WHOLE)
    await asyncio.to_thread(_move, match)
    async with asyncio.timeout(PATIENCE_S):
        with suppress(ConnectionClosed):
            while True:  # a page that does not read notices the end only by sending
                await page.send("{}")
                await asyncio.sleep(0.25)
        assert page.close_code in (CUT, LATER)
        async with await web.page(path) as fresh:
            again = json.loads(await fresh.recv())
    assert again["version"] > seen
    assert web.said.read_text() == ""


def _move(match: Match) -> None:
    try:
        assert act(match).refusal is None
    finally:
        connections.close_all()


@pytest.mark.soak
def test_who_never_catches_up_is_let_go_however_little_waits(web: Web, match: Match) -> None:
    deaf = Deaf(web, f"matches/{match.pk}")
    with deaf.line:
        deaf.say(WHOLE, LITTLE)
        began = time.monotonic()
        asyncio.run(until_let_go(deaf))
        assert time.monotonic() - began > LONGEST_UNREAD_S - 1
