"""The size of a page: all bytes that a browser with an empty cache receives, headers included.

Socket messages count too, because a board on the page is not sent again.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from games.kernel.registry import games
from tests.browser.conftest import Arrive
from tests.browser.server import Server

LANDING, BOARD = 72_000, 140_500
AGAIN = 11_000
"""Bytes; files stay in the cache, so a second visit loads only the page."""
STILL_MS = 1_000
"""Time without further data after which a page is complete, in milliseconds."""


class Scales:
    """Counts the bytes that a page receives."""

    def __init__(self, page: Page) -> None:
        self.weighed: dict[str, float] = {}
        self._names: dict[str, str] = {}
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.requestWillBeSent", self._asked)
        line.on("Network.loadingFinished", self._loaded)
        line.on("Network.webSocketFrameReceived", self._heard)

    def _asked(self, event: dict[str, Any]) -> None:
        self._names[event["requestId"]] = event["request"]["url"]

    def _loaded(self, event: dict[str, Any]) -> None:
        name = self._names.get(event["requestId"], "?")
        self.weighed[name] = self.weighed.get(name, 0) + event["encodedDataLength"]

    def _heard(self, event: dict[str, Any]) -> None:
        name = f"frame {len(self.weighed)}"
        self.weighed[name] = len(event["response"]["payloadData"].encode())

    def weigh(self, page: Page, address: str) -> dict[str, float]:
        """Return the bytes of this page, by address."""
        self.weighed.clear()
        page.goto(address)
        before = -1
        while before < len(self.weighed):
            before = len(self.weighed)
            page.wait_for_timeout(STILL_MS)
        return dict(self.weighed)


def test_the_landing_page_is_light(arrive: Arrive, server: Server) -> None:
    anyone = arrive(phone=True)
    scales = Scales(anyone.page)
    first, again = (scales.weigh(anyone.page, server.url) for _ in range(2))
    assert sum(first.values()) <= LANDING, first
    assert not [name for name in first if "-more." in name], "letters that only some names have"
    assert sum(again.values()) <= AGAIN, again


@pytest.mark.parametrize("game", sorted(games()))
def test_a_board_is_light(arrive: Arrive, server: Server, game: str) -> None:
    people = [arrive(kind="member", phone=True) for _ in range(4)]
    path = server.console("lay", game=game, people=[one.name for one in people])
    scales = Scales(people[0].page)
    first, again = (scales.weigh(people[0].page, server.url + path) for _ in range(2))
    assert sum(first.values()) <= BOARD, first
    assert sum(again.values()) <= AGAIN, again
