"""Cards move visibly to their places for a user who has not asked for reduced motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.players import promise_of
from tests.browser.server import Server
from tests.browser.tables import asked, lay

COUNT_TRAVELS = """() => {
    const start = Element.prototype.animate;
    window.travels = window.unseen = window.latest = 0;
    Element.prototype.animate = function (frames, timing) {
        if (frames.translate) window.travels++;
        if (this.isConnected && !this.getClientRects().length) window.unseen++;
        window.latest = Math.max(window.latest, timing.delay ?? 0);
        return start.call(this, frames, timing);
    };
}"""
UNDER_WAY = """() => document.getAnimations().filter(
    (one) => one.constructor === Animation && one.effect.target.closest(".card, li"),
).length"""
ACTIONS = 4
LATEST_MS = 400
SEED = "glide 4"
"""A seed of deals in which several cards move at once."""


@pytest.mark.parametrize(
    ("game", "phone"),
    [
        ("sleeping_queens", False),
        ("daumen_drauf", False),
        ("siebenschlaefer", False),
        ("siebenschlaefer", True),
    ],
)
def test_cards_travel_unless_less_motion_is_asked_for(
    arrive: Arrive, server: Server, game: str, phone: bool
) -> None:
    moved, still = arrive(kind="guest", motion=True, phone=phone), arrive(kind="guest")
    lay(server, game, [moved, still], tempo="correspondence", seed=SEED)
    for person in (moved, still):
        person.page.evaluate(COUNT_TRAVELS)
    for _ in range(ACTIONS):
        active = asked(moved, still)
        other = still if active is moved else moved
        version = other.version
        active.play_one(promise_of(game, active.page))
        other.moves_on_from(version)
    assert moved.page.evaluate("window.travels") > 0
    assert moved.page.evaluate("window.unseen") == 0
    # The cards start one after the other, and none is late.
    assert 0 < moved.page.evaluate("window.latest") <= LATEST_MS
    assert still.page.evaluate("window.travels") == 0
    # After their arrival nothing remains of the animation.
    expect(moved.page.locator(".leaving")).to_have_count(0)
    assert moved.page.evaluate(UNDER_WAY) == 0


def test_a_card_that_is_under_way_can_be_chosen(arrive: Arrive, server: Server) -> None:
    quick, slow = arrive(kind="guest"), arrive(kind="guest", motion=True)
    lay(server, "sleeping_queens", [quick, slow], tempo="correspondence")
    line = slow.page.context.new_cdp_session(slow.page)
    line.send("Animation.enable")
    while True:
        active = asked(quick, slow)
        # A player waits for the cards in motion.
        line.send("Animation.setPlaybackRate", {"playbackRate": 0.001 if active is quick else 1})
        _play(active, quick, slow)
        if active is quick and asked(quick, slow) is slow:
            break
    assert slow.page.evaluate(UNDER_WAY) > 0
    card = slow.page.locator("#hand .card").last
    box = card.bounding_box()
    assert box
    slow.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(card.locator("input")).to_be_checked()
    assert slow.page.evaluate(UNDER_WAY) > 0


def _play(active: Person, *people: Person) -> None:
    """Let this player act, and wait until all pages show it."""
    versions = {person: person.version for person in people}
    active.play_one()
    for person, version in versions.items():
        person.moves_on_from(version)
