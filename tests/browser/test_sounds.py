"""Quiet sounds, for users who turned them on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.server import Server
from tests.browser.tables import asked, lay, sees_result

NOTE_TONES = """() => {
    window.tones = [];
    const Tone = window.OscillatorNode;
    window.OscillatorNode = class extends Tone {
        constructor(context, options) { super(context, options); window.tones.push(options.frequency); }
    };
}"""
CARD, TURN = 1400, 587
WON, LOST = 523, 494


def test_cards_and_the_own_turn_sound_if_the_player_wants_it(
    arrive: Arrive, server: Server
) -> None:
    hears, deaf = arrive(kind="guest"), arrive(kind="guest")
    hears.goto("/preferences/")
    hears.page.get_by_role("group", name="Sound and vibration").get_by_text("Yes").click()
    hears.press(hears.page.get_by_role("button", name="Save", exact=True))
    lay(server, "daumen_drauf", [hears, deaf], tempo="correspondence")
    for person in (hears, deaf):
        person.page.evaluate(NOTE_TONES)
        person.page.locator("h1, #board").first.click(position={"x": 3, "y": 3})
    for _ in range(8):
        active = asked(hears, deaf)
        version = active.version
        active.play_one()
        active.moves_on_from(version)  # a look at a trick changes nothing on the other page
    expect(hears.page.locator("html[data-sounds=yes]")).to_be_attached()
    tones = hears.page.evaluate("window.tones")
    assert TURN in tones
    assert CARD in tones
    assert deaf.page.evaluate("window.tones") == []


def test_the_end_of_a_match_sounds(arrive: Arrive, server: Server) -> None:
    hears, other = arrive(kind="guest"), arrive(kind="guest")
    hears.goto("/preferences/")
    hears.page.get_by_role("group", name="Sound and vibration").get_by_text("Yes").click()
    hears.press(hears.page.get_by_role("button", name="Save", exact=True))
    path = lay(server, "sleeping_queens", [hears, other], tempo="correspondence")
    hears.page.evaluate(NOTE_TONES)
    hears.page.locator("h1, #board").first.click(position={"x": 3, "y": 3})
    server.console("play_round", path=path)
    sees_result(hears)
    end = hears.page.locator(".result").get_attribute("data-end")
    expected = {"won": WON, "lost": LOST}[end or ""]
    hears.page.wait_for_function("tone => window.tones.includes(tone)", arg=expected)
