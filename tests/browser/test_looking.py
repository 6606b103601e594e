"""Who does not look at a table is told of it elsewhere, whatever their page still says to the server."""

from __future__ import annotations

import time

from tests.browser.conftest import Arrive
from tests.browser.line import Line
from tests.browser.person import Person, address_of
from tests.browser.server import Server
from tests.browser.tables import lay
from tests.browser.test_accounts import mails_to

BEGUN_S = 45
"""Until a turn is told: a quarter of a minute, and a worker that may be busy."""
TOLD_S = 60
HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""A headless browser has no other tab to lie behind."""


def _becomes(server: Server, person: Person, entry: list[str], within_s: float) -> None:
    until = time.monotonic() + within_s
    while (log := server.console("told", name=person.name, kind="turn")) != [entry]:
        assert time.monotonic() < until, log
        person.page.wait_for_timeout(500)


def test_a_turn_is_told_to_a_player_whose_page_is_not_seen(
    arrive: Arrive, server: Server, line: Line
) -> None:
    """A hidden tab said for ever that its owner was there, and a bot took the seat in silence.

    The page is hidden, frozen or lost.
    """
    hidden, frozen, cut = (
        arrive(kind="member", home=home) for home in (*[server.url] * 2, line.url)
    )
    cut.expected_troubles += ["ERR_", "ws:error", "WebSocket", "Failed to"]
    people = (hidden, frozen, cut)
    for person in people:
        server.console("reach_by_mail", name=person.name, address=address_of(person.name))
        lay(server, "sleeping_queens", [person], bots=["easy"], tempo="correspondence")
        assert person.awaits_turn()
    for person in people:
        _becomes(server, person, ["mail", "waiting", "looking"], BEGUN_S)
    hidden.page.evaluate(HIDE)
    wire = frozen.context.new_cdp_session(frozen.page)
    # A headless browser freezes no page that is visible; but its timers can be stopped, which is the same.
    wire.send("Emulation.setVirtualTimePolicy", {"policy": "pause"})
    line.cut()
    until = time.monotonic() + TOLD_S
    for person in people:
        _becomes(server, person, ["mail", "sent", ""], until - time.monotonic())
    for person in people:
        assert "your turn" in mails_to(server, address_of(person.name))[-1]
