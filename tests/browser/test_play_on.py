"""From review to play: a player continues a finished round from one of its moves, to its end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.server import Server


def test_a_round_that_was_read_is_played_on(arrive: Arrive, server: Server) -> None:
    reader = arrive(kind="member", name="Paul")
    people = ["Paul", *(arrive(kind="member", name=name).name for name in ("Rita", "Sven"))]
    path = server.console("lay", game="sleeping_queens", people=people, target="rounds-1")
    server.console("play_round", path=path)
    reader.goto(f"{path}rounds/1/steps/5")
    page = reader.page
    expect(page.locator("#step")).to_contain_text("Move 5")
    reader.press(page.get_by_role("button", name="Play on from here"))
    page.get_by_label("Bots").select_option(label="Easy")
    reader.press(page.locator("#play-on").get_by_role("button", name="Sven"))

    expect(page.get_by_role("link", name="Continued from move 5")).to_be_visible()
    expect(page.locator("#hand .card")).to_have_count(5)
    reader.play_to_the_end()
    expect(page.locator(".result")).to_be_visible()
    reader.press(page.locator(".result").get_by_role("link", name="Continued from move 5"))
    expect(page).to_have_url(re.compile(r"/rounds/1/steps/5$"))


def test_a_bot_says_what_it_would_have_done(arrive: Arrive, server: Server) -> None:
    reader = arrive(kind="member", name="Paula")
    people = ["Paula", *(arrive(kind="member", name=name).name for name in ("Rosa", "Stan"))]
    path = server.console("lay", game="siebenschlaefer", people=people, target="rounds-1")
    server.console("play_round", path=path)
    reader.goto(f"{path}rounds/1/steps/0?view=all")
    page = reader.page
    reader.press(page.get_by_role("button", name="What would the best bot have played?"))
    sheet = page.get_by_role("group", name="What would the best bot have played?")
    expect(sheet.get_by_role("heading", name="would have played")).to_be_visible()
    expect(sheet.get_by_role("listitem").first).to_contain_text("%")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
