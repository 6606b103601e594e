"""Cards travel, for whoever has not asked for less motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.players import promise_of
from tests.browser.server import Server
from tests.browser.tables import asked, lay

COUNT_TRAVELS = """() => {
    const start = document.startViewTransition.bind(document);
    window.travels = 0;
    document.startViewTransition = (update) => (window.travels++, start(update));
}"""
ACTIONS = 4


@pytest.mark.parametrize("game", ["sleeping_queens", "daumen_drauf", "siebenschlaefer"])
def test_cards_travel_unless_less_motion_is_asked_for(
    arrive: Arrive, server: Server, game: str
) -> None:
    moved, still = arrive(kind="guest", motion=True), arrive(kind="guest")
    lay(server, game, [moved, still], tempo="correspondence")
    for person in (moved, still):
        person.page.evaluate(COUNT_TRAVELS)
    for _ in range(ACTIONS):
        active = asked(moved, still)
        other = still if active is moved else moved
        version = other.version
        active.play_one(promise_of(game, active.page))
        other.moves_on_from(version)
    assert moved.page.evaluate("window.travels") > 0
    assert still.page.evaluate("window.travels") == 0
    # Once they have arrived nothing is left of it, and the page takes clicks.
    expect(moved.page.locator("#board [style*=view-transition]")).to_have_count(0)
