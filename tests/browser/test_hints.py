"""Hints for new players: on a phone, a hint covers nothing that it speaks of."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from games.kernel import registry
from tests.browser.conftest import Arrive
from tests.browser.server import Server
from tests.browser.shapes import LYING_PHONE, PHONE, Window
from tests.browser.tables import asked, lay

GAMES: Final = sorted(registry.games())
BEHIND: Final = """hint => {
    const { left, right, top, bottom } = hint.getBoundingClientRect();
    return [...document.querySelectorAll(".place, .you .place__name, #board .card")].filter((part) => {
        const box = part.getBoundingClientRect();
        return box.width && box.left < right - 1 && left < box.right - 1
            && box.top < bottom - 1 && top < box.bottom - 1;
    }).map((part) => part.id || part.className);
}"""
"""The places and cards that lie behind a hint."""


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_covers_no_place_and_no_card(arrive: Arrive, server: Server, game: str) -> None:
    people = [arrive(kind="member", newcomer=True) for _ in range(3)]
    lay(server, game, people, tempo="correspondence")
    person = asked(*people)
    page, window = person.page, Window(person)
    for shape in (PHONE, LYING_PHONE):
        window.take(shape)
        page.locator("#line").get_by_role("button", name="Hint").click()
        hint = page.locator("#hint")
        expect(hint).to_be_visible()
        assert hint.evaluate(BEHIND) == [], shape
        hint.get_by_role("button", name="Close").click()
        expect(hint).to_be_hidden()
