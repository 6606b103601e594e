"""Without a network, viewed pages stay available, and a move is sent once after reconnecting."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Cookie, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.server import Server
from tests.browser.tables import asked, lay

KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const store = await caches.open("pages");
  return (await store.keys()).map((request) => new URL(request.url).pathname);
}"""

MISSING = """async () => {
  const worker = (await navigator.serviceWorker.ready).active;
  const path = location.pathname;
  for (let number = 0; number < 100; number++)
    worker.postMessage({ path, html: document.documentElement.outerHTML });
  let missing = 0;
  for (let number = 0; number < 500; number++) {
    const found = await caches.match(path, { cacheName: "pages", ignoreSearch: true });
    missing += found ? 0 : 1;
  }
  return missing;
}"""
"""Renew this page in the cache many times; return how often it was not there meanwhile."""

SOON_MS = 2_000
"""Milliseconds; a user who leaves the page later has seen the fate of the move."""
STORED = "Object.keys(localStorage).filter((key) => !key.startsWith('known-cards'))"
"""All that the browser keeps, except for the cards that a player knows."""


@pytest.fixture
def player(arrive: Arrive) -> Person:
    """Return a player at a table against bots, with a service worker."""
    person = arrive(service_workers="allow")
    # The browser logs each request that failed without a network.
    person.expected_troubles += [
        "ERR_INTERNET_DISCONNECTED",
        "ERR_FAILED",
        "Failed to fetch",
        "ws:error",
        "WebSocket",
    ]
    person.goto("/")
    person.play_now()
    person.page.evaluate("navigator.serviceWorker.ready")
    person.page.reload()  # from now on the service worker answers
    person.waits_for(".board--running")
    return person


def test_a_move_without_a_line_is_sent_once_it_is_back(
    player: Person,
) -> None:
    """Until then the table stays readable, and the move is sent only once."""
    page = player.page
    assert player.awaits_turn()
    before, log = player.version, player.log()
    page.context.set_offline(True)
    player.choose(player.offers[0])
    note = page.locator("#unsent")
    expect(note).to_be_visible(timeout=SOON_MS)
    page.reload()  # the last viewed board, and the move still waits
    expect(player.board).to_be_visible()
    assert player.version == before
    assert player.log() == log
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    player.moves_on_from(before)
    expect(note).to_be_hidden()
    # The socket may send the board before the answer to the request.
    page.wait_for_function(f"() => {STORED}.length === 0")
    own = [line for line in player.log() if line.startswith("You ")]
    page.reload()
    assert [line for line in player.log() if line.startswith("You ")][: len(own)] == own


def test_a_move_that_waits_is_its_own_seats_alone(arrive: Arrive, server: Server) -> None:
    ann, ben = arrive(kind="guest"), arrive(kind="guest")
    for person in (ann, ben):
        person.expected_troubles += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    path = lay(server, "daumen_drauf", [ann, ben], tempo="correspondence")
    first = asked(ann, ben)
    second, page = ben if first is ann else ann, first.page
    own, other, before = first.context.cookies(), second.context.cookies(), second.version

    def is_signed_in_with(cookies: list[Cookie]) -> None:
        first.context.add_cookies(
            [{"name": one["name"], "value": one["value"], "url": server.url} for one in cookies]
        )

    page.context.set_offline(True)
    first.choose(first.offers[0])
    expect(page.locator("#unsent")).to_be_visible(timeout=SOON_MS)
    page.goto("about:blank")
    page.context.set_offline(False)
    # Another user signs in with this browser.
    is_signed_in_with(other)
    first.goto(path)
    expect(first.board).to_be_visible()
    page.wait_for_timeout(SOON_MS)
    assert second.version == before
    is_signed_in_with(own)
    first.goto(path)
    second.moves_on_from(before)


def test_a_move_that_waits_is_not_made_in_a_later_round(arrive: Arrive, server: Server) -> None:
    """A queued move of a finished round is not sent in a later round, even if the same turn comes
    up there.
    """
    ann, ben = arrive(kind="guest"), arrive(kind="guest")
    for person in (ann, ben):
        person.expected_troubles += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch", "409"]
    path = lay(server, "schlafmuetzen", [ann, ben], tempo="correspondence", target="rounds-3")
    first = asked(ann, ben)
    second, page, offered = ben if first is ann else ann, first.page, first.offers
    page.context.set_offline(True)
    first.choose(offered[0])
    expect(page.locator("#unsent")).to_be_visible(timeout=SOON_MS)
    page.goto("about:blank")
    for _ in range(2):
        server.console("play_round", path=path)
        server.console("deal_next", path=path)
    second.goto(path)
    second.waits_for(".board--running")
    before, log = second.version, second.log()
    page.context.set_offline(False)
    first.goto(path)
    expect(page.locator("#call")).to_have_text(
        "Things have changed at the table. Have another look, then decide."
    )
    assert page.evaluate(STORED) == []
    expect(page.locator("#unsent")).to_be_hidden()
    assert first.offers == offered
    assert (second.version, second.log()) == (before, log)


def test_an_unseen_page_says_that_it_needs_a_connection(player: Person) -> None:
    page = player.page
    table = page.evaluate("location.pathname")
    assert player.awaits_turn()
    page.wait_for_function("document.title.split(' · ').length > 2")  # the title asks, too
    game = page.title().split(" · ")[-2]
    page.context.set_offline(True)
    player.goto("/leagues/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    # Named by its game and its people, without the past counts and requests.
    kept = page.locator(f'#kept a[href="{table}"]')
    expect(kept).not_to_have_text(re.compile(r"^\(|\?|Nightcap|^$"))
    assert (kept.text_content() or "").startswith(game), kept.text_content()
    player.press(page.locator(f'#kept a[href="{table}"]'))
    expect(player.board).to_be_visible()
    page.context.set_offline(False)


def test_a_page_is_never_missing_while_it_is_renewed(player: Person) -> None:
    """A page that is left without a network is renewed while the next one asks for it."""
    assert player.page.evaluate(MISSING) == 0


def test_signing_out_forgets_what_was_seen(player: Person) -> None:
    assert len(player.page.evaluate(KEPT)) > 0
    player.goto("/preferences/")
    player.press(player.page.get_by_role("button", name="Leave and delete my name"))
    expect(player.page).to_have_url(player.home + "/")
    assert player.page.evaluate(KEPT) in ([], ["/"])
