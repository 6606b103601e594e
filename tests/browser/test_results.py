"""The sheet of a result takes the room that its contents need."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.conftest import Arrive
from tests.browser.server import Server
from tests.browser.shapes import DESK, PHONE, Window
from tests.browser.tables import lay, sees_result

BELOW: Final = "page => page.scrollHeight - page.clientHeight"
"""The number of pixels that are seen only by scrolling."""


@pytest.mark.parametrize("game", ["schlafmuetzen", "siebenschlaefer"])
def test_a_guest_sees_all_of_a_result(arrive: Arrive, server: Server, game: str) -> None:
    people = [arrive(kind="guest") for _ in range(4)]
    path = lay(server, game, people, target="rounds-1")
    server.console("play_round", path=path)
    person = people[0]
    person.goto(path)
    sees_result(person)
    window = Window(person)
    for shape in (PHONE, DESK):
        window.take(shape)
        assert person.page.locator(".result__page").evaluate(BELOW) <= 0, shape
