"""Requests in their turn: bounded, in order, and not for a browser that has left."""

from __future__ import annotations

import asyncio
from typing import Any

from config.in_turn import (
    AT_ONCE,
    MOST_WAITING,
    MOST_WAITING_OF_A_NETWORK,
    OF_A_NETWORK,
    InTurn,
)

DISCONNECT = {"type": "http.disconnect"}
REQUEST = {"type": "http.request", "body": b"", "more_body": False}


class Pages:
    """Pages that take as long as a test likes."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        assert await receive() == REQUEST
        self.begun.append(scope["path"])
        await self.may_end.wait()


class Browser:
    """One request, which may be given up."""

    def __init__(self, pages: InTurn, path: str, network: str = "") -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.said.put_nowait(REQUEST)
        self.told: list[dict[str, Any]] = []
        self.asking = asyncio.ensure_future(
            pages({"path": path, "network": network}, self.said.get, self._hear)
        )

    async def _hear(self, message: dict[str, Any]) -> None:
        self.told.append(message)


async def _soon() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_bounded_number_at_a_time_and_none_that_was_given_up() -> None:
    pages = Pages()
    in_turn = InTurn(pages)
    browsers = [Browser(in_turn, f"/{number}/") for number in range(AT_ONCE + 4)]
    await _soon()
    assert len(pages.begun) == AT_ONCE
    browsers[AT_ONCE].said.put_nowait(DISCONNECT)
    browsers[AT_ONCE + 2].said.put_nowait(DISCONNECT)
    await _soon()
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in browsers])
    assert pages.begun[AT_ONCE:] == [f"/{AT_ONCE + 1}/", f"/{AT_ONCE + 3}/"]


async def test_a_network_has_a_few_at_a_time_and_keeps_nobody_else_waiting() -> None:
    """Its requests wait for each other, and hold no turn of the process meanwhile."""
    pages = Pages()
    in_turn = InTurn(pages)
    busy = [Browser(in_turn, "/busy/", "203.0.113.7") for _ in range(2 * AT_ONCE)]
    await _soon()
    assert pages.begun == ["/busy/"] * OF_A_NETWORK
    other = Browser(in_turn, "/other/", "198.51.100.9")
    await _soon()
    assert pages.begun[OF_A_NETWORK:] == ["/other/"]
    busy[-1].said.put_nowait(DISCONNECT)
    await _soon()
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in (*busy, other)])
    assert len(pages.begun) == 2 * AT_ONCE


async def test_what_breaks_gives_its_turn_back() -> None:
    async def broken(scope: dict[str, Any], receive: Any, send: Any) -> None:
        raise ValueError

    in_turn = InTurn(broken)
    for _ in range(AT_ONCE + 1):
        browser = Browser(in_turn, "/", "203.0.113.7")
        await asyncio.wait([browser.asking])
        assert isinstance(browser.asking.exception(), ValueError)


async def test_health_and_files_wait_for_nobody() -> None:
    pages = Pages()
    in_turn = InTurn(pages)
    browsers = [Browser(in_turn, "/tables/") for _ in range(AT_ONCE + 1)]
    browsers += [Browser(in_turn, path) for path in ("/healthz", "/readyz", "/static/a.css")]
    await _soon()
    assert pages.begun[AT_ONCE:] == ["/healthz", "/readyz", "/static/a.css"]
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in browsers])


async def test_more_than_can_wait_are_told_to_come_again() -> None:
    pages = Pages()
    in_turn = InTurn(pages)
    browsers = [Browser(in_turn, "/tables/") for _ in range(AT_ONCE + MOST_WAITING + 1)]
    await _soon()
    start, body = browsers[-1].told
    assert (start["status"], dict(start["headers"])[b"retry-after"]) == (503, b"5")
    assert body["body"]
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in browsers])
    assert len(pages.begun) == AT_ONCE + MOST_WAITING


async def test_a_crowd_of_one_network_sends_nobody_else_away() -> None:
    """Whoever has a turn free gets it, and the crowd itself is bounded before the process is."""
    pages = Pages()
    in_turn = InTurn(pages)
    crowd = [Browser(in_turn, "/crowd/", "203.0.113.7") for _ in range(MOST_WAITING + OF_A_NETWORK)]
    await _soon()
    others = [Browser(in_turn, "/other/", "198.51.100.9") for _ in range(OF_A_NETWORK + 1)]
    await _soon()
    assert pages.begun == ["/crowd/"] * OF_A_NETWORK + ["/other/"] * OF_A_NETWORK
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in (*crowd, *others)])
    assert pages.begun.count("/other/") == len(others)
    assert pages.begun.count("/crowd/") == OF_A_NETWORK + MOST_WAITING_OF_A_NETWORK
    refused = [browser.told[0]["status"] for browser in crowd if browser.told]
    assert refused == [503] * (MOST_WAITING - MOST_WAITING_OF_A_NETWORK)
