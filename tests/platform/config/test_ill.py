"""A web process under stress: a slow database, lost connections, and all pages connecting at once."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from config.database import LOCK_S, POOL_S
from config.serving.in_turn import AT_ONCE
from realtime import admission
from realtime.close_codes import LATER
from tests.platform.config.server import wait_until
from tests.platform.config.web import Web, web_process

pytestmark = pytest.mark.django_db(transaction=True)

READERS = 120
"""Far more readers than the connections of a process."""
THREADS = AT_ONCE + 30
"""Threads of requests, of sockets, and of the process itself."""
GIVEN_UP_S = 2
"""Time after which daphne cancels the request of a reader who has left, in seconds; ten by default.
"""
SOON_S = 2.0
LOOKED_FOR_S = 3.0
"""Time for which the watchdog waits for the loop in this test, in seconds (`ill.LOST_LOOKS`)."""
PAGES, GONE = 240, 60
ROOM, CROWD = 20, 100
"""The number of pages that may wait, and a larger number."""
AWAY_S = (1, 3)
"""Time after which the other pages return, in seconds: shorter than the default of up to twenty."""


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """A web process that is stopped after the test."""
    given_up = ("--application-close-timeout", str(GIVEN_UP_S))
    with web_process(tmp_path, "tests.platform.config.ill:application", *given_up) as web:
        yield web


def get(web: Web, path: str, patience: float = 60) -> tuple[int, str]:
    """Return the status and the content of a page."""
    line = http.client.HTTPConnection(*web.address, timeout=patience)
    try:
        line.request("GET", path, headers={"Host": "localhost"})
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def cookie_of(number: int) -> dict[str, str]:
    """Return the cookie of a session that does not exist, so that it must be searched."""
    return {"Cookie": f"sessionid={number:032}"}


def come_and_leave(web: Web, path: str, readers: int) -> None:
    """Start this number of requests for a page, and disconnect before the answer."""
    lines = []
    for _ in range(readers):
        line = socket.create_connection(web.address)
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        lines.append(line)
    time.sleep(1)
    for line in lines:
        line.close()


@pytest.mark.parametrize(
    ("readers", "seconds"), [(READERS, LOCK_S + 1), pytest.param(200, 60, marks=pytest.mark.soak)]
)
def test_pages_answer_as_soon_as_a_lock_is_gone(web: Web, readers: int, seconds: float) -> None:
    """Requests of readers who left return their connections to the pool."""
    assert get(web, "/tables/")[0] == 200
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("LOCK TABLE matches_match")
        come_and_leave(web, "/tables/", readers)
        end = time.monotonic() + seconds
        assert web.threads() < THREADS
        status, said = get(web, "/tables/")
        # The answer is an error, and does not wait for the whole lock.
        assert (status, "503" in said or "moment" in said) == (503, True)
        assert time.monotonic() < end + POOL_S + LOCK_S
        time.sleep(max(0, end - time.monotonic()))
        other.rollback()
    began = time.monotonic()
    assert [get(web, "/tables/")[0] for _ in range(3)] == [200] * 3
    assert time.monotonic() - began < SOON_S


def test_a_process_without_its_connections_says_so_and_ends(web: Web) -> None:
    assert get(web, "/healthz") == (200, '{"ok": true}')
    assert get(web, "/ill/watch/")[0] == 200
    assert get(web, "/ill/steal/")[0] == 200
    seen: list[tuple[int, str]] = []

    def has_ended() -> bool:
        with suppress(OSError, http.client.HTTPException):
            seen.append(get(web, "/healthz", patience=5))
        return web.process.poll() is not None

    wait_until(has_ended)
    assert (503, '{"ok": false}') in seen
    assert "All connections to the database are lost" in web.said.read_text()


def test_a_process_whose_loop_stands_still_says_where_and_ends(web: Web) -> None:
    """Docker, systemd and `make run` do not end a process that lives and answers no request."""
    assert get(web, "/ill/watch-loop/")[0] == 200
    time.sleep(2 * LOOKED_FOR_S)
    assert get(web, "/healthz")[0] == 200, "it turns"
    with pytest.raises((OSError, http.client.HTTPException)):
        get(web, "/ill/stand-in-the-way/")
    assert web.process.wait(60) == 1
    said = web.said.read_text()
    assert "This process answers nobody any more: its event loop has stopped." in said
    assert "in stand_in_the_way" in said


def test_an_address_of_a_socket_that_is_none_is_refused(web: Web) -> None:
    """Otherwise any client could cause errors with tracebacks, without limit."""

    async def statuses() -> list[int]:
        found = []
        for path in ("nope", "matches/nope", "matches"):
            with pytest.raises(InvalidStatus) as refused:
                await web.page(path)
            found.append(refused.value.response.status_code)
        return found

    assert asyncio.run(statuses()) == [403] * 3
    assert web.said.read_text() == ""


def test_all_pages_come_back_at_once_to_a_slow_machine(web: Web) -> None:
    """Sessions are loaded in several threads, so that handshakes are answered in time."""
    assert get(web, "/ill/slow/50/")[0] == 200
    asyncio.run(_all_come(web))
    # Pages that left are dropped; the last number belongs to this request.
    assert int(get(web, "/ill/loads/")[1]) < PAGES + GONE / 2
    assert web.said.read_text() == ""


async def _all_come(web: Web) -> None:
    async def come(number: int) -> ClientConnection:
        page = await web.page(additional_headers=cookie_of(number))
        if number >= PAGES:
            page.transport.abort()
        return page

    async def shown(page: ClientConnection) -> bool:
        async for text in page:
            if "content" in json.loads(text):
                return True
        return False

    pages = await asyncio.gather(*map(come, range(PAGES + GONE)))
    assert all(await asyncio.gather(*map(shown, pages[:PAGES])))
    for page in pages:
        page.transport.abort()


def test_pages_that_find_the_queue_full_come_back_later(web: Web) -> None:
    """They return when they are told to."""
    assert get(web, "/ill/stand-still/")[0] == 200
    assert get(web, f"/ill/small/{ROOM}/{AWAY_S[0]}/{AWAY_S[1]}/")[0] == 200
    later = asyncio.run(_told_to_come_back(web))
    assert AWAY_S[0] <= min(later) <= max(later) <= AWAY_S[1]
    assert web.said.read_text() == ""


async def _told_to_come_back(web: Web) -> list[float]:
    """Return the times after which pages are told to return, in seconds, until all of them show
    their list.
    """
    later: list[float] = []
    all_are_told = asyncio.Event()

    async def come() -> None:
        """Connect as a page does, until it shows its list."""
        while True:
            page, wait = await web.page(additional_headers=cookie_of(7)), 0.0
            with suppress(ConnectionClosedError):
                async for text in page:
                    frame = json.loads(text)
                    wait = frame.get("later", 0.0)
                    if "content" in frame:
                        page.transport.abort()
                        return
            assert page.close_code == LATER
            later.append(wait)
            if len(later) >= CROWD - ROOM - admission.AT_ONCE:
                all_are_told.set()
            await asyncio.sleep(wait)

    async def go_on() -> None:
        """Admit no page before the queue has been full for all the others."""
        await all_are_told.wait()
        assert (await asyncio.to_thread(get, web, "/ill/go-on/"))[0] == 200

    await asyncio.gather(go_on(), *(come() for _ in range(CROWD)))
    return later
