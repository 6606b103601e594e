"""Two people with one phone and one with another device: between two taps, hands are hidden."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person, by_finger, new_name
from tests.browser.server import Server
from tests.browser.tables import sees_result

OFFLINE = ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch", "ws:error", "WebSocket"]
"""The browser's error for each request without a network."""
KEPT = """async () => {
  const store = await caches.open("pages");
  const pages = await Promise.all((await store.keys()).map(async (request) =>
    [new URL(request.url).pathname, await (await store.match(request)).text()]));
  return Object.fromEntries(pages);
}"""
"""The pages in the browser's cache, by path."""

HAND = re.compile(r'id="hand"|data-key=|name="pick"')


def test_a_phone_is_handed_round_at_a_table(arrive: Arrive, server: Server) -> None:
    phone, friend = arrive(hands=by_finger, phone=True), arrive()
    phone.lay_table("sleeping_queens", "3", "One day per move", bots=0, free=2)
    invitation = urlsplit(phone.page.locator("#invite").input_value()).path
    carola, berta = new_name("Carola"), new_name("Berta")
    friend.sit_down(invitation, carola)
    phone.page.get_by_label("Add a player on this device").fill(carola)
    phone.expected_troubles.append("422")
    phone.press(phone.page.get_by_role("button", name="Add"))
    expect(phone.page.locator("#refused-add-guest")).to_contain_text("This name cannot be used")
    phone.page.get_by_label("Add a player on this device").fill(berta)
    phone.press(phone.page.get_by_role("button", name="Add"))
    expect(phone.page.locator(".seats")).to_contain_text(berta)
    phone.get_ready()
    friend.get_ready()

    # Dealt while the phone shows no hand.
    expect(friend.page.locator("#hand .card")).to_have_count(5)
    expect(phone.page.locator("#slots .card")).to_have_count(12)
    assert not any(HAND.search(seen) for seen in (phone.page.content(), *phone.frames))
    _covers_in_every_tab(phone, berta)
    for _ in range(6):
        _plays_whose_turn_it_is(phone, friend)
    server.console("play_round", path=urlsplit(phone.page.url).path)
    for person in (phone, friend):
        sees_result(person)

    # Then a rematch of the same people.
    phone.press(phone.page.get_by_role("button", name="Rematch"))
    expect(phone.page.locator(".seats")).to_contain_text(berta)


def _covers_in_every_tab(phone: Person, name: str) -> None:
    # The page reloads while it still connects; no person hands over a phone as quickly.
    phone.expected_troubles.append("closed before the connection is established")
    tab = phone.page.context.new_page()
    tab.goto(phone.page.url)
    expect(tab.locator(".hands")).to_contain_text("All cards are hidden.")
    phone.press(phone.page.get_by_role("button", name=f"I am {name}"))
    expect(tab.locator(".hands")).to_contain_text(f"{name}\u2019s cards are showing.")
    expect(tab.locator("#hand .card")).to_have_count(5)
    phone.press(phone.page.get_by_role("button", name="Hide cards and pass on"))
    expect(tab.locator(".hands")).to_contain_text("All cards are hidden.")
    assert not HAND.search(tab.content())
    tab.close()


def _plays_whose_turn_it_is(phone: Person, friend: Person) -> None:
    turn = phone.page.locator(".hands .is-awaited")
    friend.page.wait_for_timeout(300)
    if not turn.count():
        friend.waits_for(":not([data-offers='[]'])")
        friend.play_one()
        return
    name = turn.first.inner_text().removeprefix("I am ")
    phone.press(turn.first)
    expect(phone.page.locator(".hands")).to_contain_text(f"{name}\u2019s cards are showing.")
    phone.waits_for(":not([data-offers='[]'])")
    phone.play_one()
    phone.press(phone.page.get_by_role("button", name="Hide cards and pass on"))
    expect(phone.page.locator(".hands")).to_contain_text("All cards are hidden.")
    assert not HAND.search(phone.page.content())


def test_an_open_hand_is_kept_nowhere_in_the_phone(arrive: Arrive) -> None:
    """After "Hide cards and pass on" the page with the open hand was kept over the covered one, and a reload without
    a network showed it to whoever had the phone by then."""
    phone = arrive(hands=by_finger, phone=True, service_workers="allow")
    phone.expected_troubles += OFFLINE
    phone.goto("/")
    phone.lay_table("sleeping_queens", "2", "One day per move", bots=0, free=1)
    expect(phone.page.get_by_label("Add a player on this device")).to_be_visible()
    phone.page.evaluate("navigator.serviceWorker.ready")  # the landing page starts none
    phone.page.reload()  # from now on the service worker answers
    berta = new_name("Berta")
    phone.page.get_by_label("Add a player on this device").fill(berta)
    phone.press(phone.page.get_by_role("button", name="Add"))
    expect(phone.page.locator(".seats")).to_contain_text(berta)
    phone.get_ready()
    hands = phone.page.locator(".hands")
    expect(hands).to_contain_text("All cards are hidden.")
    table = urlsplit(phone.page.url).path
    phone.page.reload()
    assert table in phone.page.evaluate(KEPT)  # the cache has only the covered page
    for _ in range(2):
        phone.press(phone.page.get_by_role("button", name=f"I am {berta}"))
        expect(phone.page.locator("#hand .card")).to_have_count(5)
        phone.page.reload()  # left while the hand is open
        expect(phone.page.locator("#hand .card")).to_have_count(5)
        phone.press(phone.page.get_by_role("button", name="Hide cards and pass on"))
        expect(hands).to_contain_text("All cards are hidden.")
        assert not any(HAND.search(kept) for kept in phone.page.evaluate(KEPT).values())
    phone.page.context.set_offline(True)
    phone.page.reload()
    expect(hands).to_contain_text("All cards are hidden.")
    assert not HAND.search(phone.page.content())
    phone.page.context.set_offline(False)
