"""The daily deal in a browser: played to its end, with its page, its table and its picture."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.server import Server

PLAY = "Play today\N{RIGHT SINGLE QUOTATION MARK}s deal"
BY_HAND = 4
"""Actions by hand; the console plays the rest of the round."""


def test_a_person_plays_the_daily_deal_and_finds_the_table(server: Server, arrive: Arrive) -> None:
    # The game with the shortest rounds, with one bot.
    server.console("set_daily_deal", game="daumen_drauf", seats=2)
    first, late = arrive(kind="member"), arrive(kind="member")
    page = first.page
    first.goto("/daily/")
    first.press(page.get_by_role("button", name=PLAY))
    expect(page.locator("#hand .card").first).to_be_visible()
    late.goto("/daily/")
    expect(late.page.locator(".daily__table")).to_have_count(0)
    assert first.play_to_the_end(most=BY_HAND) == BY_HAND
    server.console("play_round", path=urlsplit(page.url).path)
    result = page.locator(".result")
    expect(result.get_by_role("link", name="Replay")).to_have_count(0)
    first.press(result.get_by_role("link", name="Ranking and sharing"))
    expect(page.get_by_text(re.compile(r"Place [12] of 2"))).to_be_visible()
    expect(page.locator(".daily__table .is-you")).to_have_count(1)
    expect(page.get_by_role("button", name=PLAY)).to_have_count(0)
    picture = page.locator(".daily__picture")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1200
    expect(page.locator("#share-text")).to_have_value(re.compile("Nightcap daily deal"))
    late.goto("/daily/")
    expect(late.page.locator(".daily__table")).to_have_count(0)
