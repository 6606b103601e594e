"""Pages of a server that cannot admit all of them at once."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import WebSocketRoute, expect

from realtime.close_codes import LATER
from tests.browser.conftest import Arrive

LATER_S = 2.0
SOON_S = 2.0
"""Seconds until the socket opens, beyond the ordered wait."""
TABLE, LIST = re.compile(r"/ws/en/matches/"), re.compile(r"/ws/en/tables/")


class Crowded:
    """A server that gives this answer to a page's first socket, and admits the later ones."""

    def __init__(self, answer: dict[str, float], close: bool) -> None:
        self.answer, self.close = answer, close
        self.opened: list[float] = []

    def __call__(self, socket: WebSocketRoute) -> None:
        self.opened.append(time.monotonic())
        if len(self.opened) > 1:
            socket.connect_to_server()
            return
        socket.send(json.dumps(self.answer))
        if self.close:
            socket.close(code=LATER)


def test_a_table_comes_back_when_it_was_told_to(arrive: Arrive) -> None:
    guest = arrive()
    crowded = Crowded({"later": LATER_S}, close=True)
    guest.page.route_web_socket(TABLE, crowded)
    guest.play_now()
    page = guest.page
    expect(page.locator("#offline")).to_be_visible()
    page.wait_for_timeout((LATER_S + SOON_S) * 1000)
    first, second = crowded.opened
    assert LATER_S <= second - first < LATER_S + SOON_S
    expect(page.locator("#offline")).to_be_hidden()


def test_a_table_that_waits_for_its_turn_keeps_its_place(arrive: Arrive) -> None:
    """A new socket would lose the place in the queue, so a waiting page opens none."""
    guest = arrive()
    crowded = Crowded({"wait": 30.0}, close=False)
    guest.page.route_web_socket(TABLE, crowded)
    guest.play_now()
    page = guest.page
    expect(page.locator("#offline")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(2 * SOON_S * 1000)
    assert len(crowded.opened) == 1


def test_a_list_comes_back_when_it_was_told_to(arrive: Arrive) -> None:
    guest = arrive()
    crowded = Crowded({"later": LATER_S}, close=True)
    guest.page.route_web_socket(LIST, crowded)
    guest.goto("/tables/")
    page = guest.page
    page.wait_for_timeout((LATER_S + SOON_S) * 1000)
    first, second = crowded.opened
    assert LATER_S <= second - first < LATER_S + SOON_S
