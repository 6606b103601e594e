"""The web process from outside: floods, and open pages when it shuts down."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from config.serving.web_server import APART_S, LONGEST_S, ON_ITS_WAY_S, apart_s
from realtime.close_codes import RESTARTING
from tests.platform.config.server import wait_until
from tests.platform.config.web import Web, closed, web_process

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path("/proc").exists(), reason="reads memory from Linux's /proc"),
]

PAGES = 12
APPLICATION = "config.serving.asgi:application"
MANY = 60
FLOOD = 600
"""Frames from each flooding page: together far more than the web process may grow."""
FRAME = json.dumps({"x": "y" * 14_000})
GROWS_MB = 16
LONG = "x" * 100_000
TOO_BIG, CUT = 1009, 1006
SOON_S = 5.0


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """A web process that is stopped after the test."""
    with web_process(tmp_path) as web:
        yield web


def test_it_does_not_grow_and_closes_in_order(web: Web) -> None:
    asyncio.run(_flooded_then_closed(web))
    wait_until(lambda: web.process.poll() is not None)
    assert web.process.returncode == 0
    assert web.said.read_text() == ""


async def _flooded_then_closed(web: Web) -> None:
    for _ in range(2):  # the first is the warm-up
        before = web.highest_mb()
        await asyncio.gather(*[_flood(web) for _ in range(6)])
    assert web.highest_mb() - before < GROWS_MB

    pages = [await web.page() for _ in range(PAGES)]
    for page in pages:
        shown = str(await page.recv())
        while "wait" in shown:  # after such a flood the page may have to wait for a second or two
            shown = str(await page.recv())
        assert "#tables" in shown
        # The server's name is not sent.
        assert page.response is not None
        assert "Server" not in page.response.headers
    web.process.send_signal(signal.SIGTERM)
    codes = await asyncio.gather(*map(closed, pages))
    assert codes == [RESTARTING] * PAGES


def test_pages_are_sent_elsewhere_one_after_the_other(tmp_path: Path) -> None:
    """They are served until then. The process has a port of its own, as beside others."""
    with web_process(tmp_path, APPLICATION, "-b", "127.0.0.1", "-p", "0") as web:
        asyncio.run(_drained(web))
        wait_until(lambda: web.process.poll() is not None)
        assert web.process.returncode == 0
        assert web.said.read_text() == ""


@pytest.mark.parametrize(
    ("endpoints", "count", "s"),
    [
        (["tcp:8000:interface=127.0.0.1"], 10, APART_S),
        (["tcp:8000:interface=127.0.0.1"], 10_000, LONGEST_S / 10_000),
        (["fd:fileno=4"], 1_000, 0),
    ],
)
def test_pages_that_cannot_go_elsewhere_are_told_at_once(
    endpoints: list[str], count: int, s: float
) -> None:
    """Under `make run`, the last of a thousand pages was told eight seconds after the first."""
    assert apart_s(endpoints, count) == s


async def _drained(web: Web) -> None:
    pages = [await web.page() for _ in range(MANY)]
    for page in pages:
        await page.recv()
    kept, unused = await _kept(web), await _kept(web)
    gone: list[float] = []

    async def follow(page: ClientConnection) -> None:
        await closed(page)
        gone.append(time.monotonic())

    async def ask(page: ClientConnection) -> bool:
        """Return whether the server still answers after it was told to stop."""
        await page.send("{}")
        return "synced" in str(await page.recv())

    following = [asyncio.create_task(follow(page)) for page in pages[:-1]]
    began = time.monotonic() + ON_ITS_WAY_S
    web.process.send_signal(signal.SIGTERM)
    await _refused(web)
    # A request that a proxy sent before it knew is answered; the connection ends then.
    assert b"\r\nconnection: close\r\n" in (await _asked(*kept)).lower()
    for reader, writer in (kept, unused):
        async with asyncio.timeout(SOON_S):
            assert await reader.read() == b""
        writer.close()
    assert await ask(pages[-1])
    assert await closed(pages[-1]) == RESTARTING
    await asyncio.gather(*following)
    assert sorted(gone)[-1] - began >= 0.8 * MANY * APART_S
    assert sorted(gone)[MANY // 2] - began >= 0.3 * MANY * APART_S


Kept = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _kept(web: Web) -> Kept:
    """Return a connection on which a request was answered, as a proxy keeps them."""
    kept = await asyncio.open_connection(*web.address)
    assert b"\r\nconnection:" not in (await _asked(*kept)).lower()
    return kept


async def _asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """Return the head of the answer to one more request."""
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head.partition(b"\r\n")[0]
    (length,) = re.findall(rb"content-length: (\d+)", head.lower())
    await reader.readexactly(int(length))
    return head


async def _refused(web: Web) -> None:
    """Wait until no client can connect any more."""
    while True:
        try:
            _, writer = await asyncio.open_connection(*web.address)
        except ConnectionRefusedError:
            return
        writer.close()
        await asyncio.sleep(0.01)


async def send_long(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An application that sends pages more at once than they may send, then echoes their messages."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": LONG})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def test_a_board_may_be_longer_than_what_a_page_may_send(tmp_path: Path) -> None:
    with web_process(tmp_path, f"{__name__}:send_long") as web:
        asyncio.run(_read_and_written(web))


async def _read_and_written(web: Web) -> None:
    page = await web.page()
    assert await page.recv() == LONG
    await page.send("short")
    assert await page.recv() == "short"
    await page.send(LONG)
    assert await closed(page) in (TOO_BIG, CUT)


async def _flood(web: Web) -> None:
    page = await web.page()
    try:
        async with asyncio.timeout(3):
            for _ in range(FLOOD):
                await page.send(FRAME)
    except TimeoutError:
        pass  # it has to wait, as intended
    finally:
        page.transport.abort()
