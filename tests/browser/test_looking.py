"""A player who does not view a table gets notices, even if the page still sends to the server."""

from __future__ import annotations

import time

from tests.browser.conftest import Arrive
from tests.browser.line import Line
from tests.browser.person import Person, address_of
from tests.browser.server import Server
from tests.browser.tables import lay
from tests.browser.test_accounts import mails_to

BEGUN_S = 45
"""Time until the notice of a turn: a quarter of a minute, and a busy worker's delay, in seconds."""
TOLD_S = 60
HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""A headless browser has no other tab to hide this one."""


def _becomes(server: Server, person: Person, entry: list[str], within_s: float) -> None:
    until = time.monotonic() + within_s
    while (log := server.console("told", name=person.name, kind="turn")) != [entry]:
        assert time.monotonic() < until, log
        person.page.wait_for_timeout(500)


def test_a_turn_is_told_to_a_player_whose_page_is_not_seen(
    arrive: Arrive, server: Server, line: Line
) -> None:
    """The page is hidden, frozen or lost; its player gets an email.

    A hidden tab must not report a present player permanently, since a bot would take the seat
    silently.
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
    # A headless browser freezes no visible page; stopping its timers has the same effect.
    wire.send("Emulation.setVirtualTimePolicy", {"policy": "pause"})
    line.cut()
    until = time.monotonic() + TOLD_S
    for person in people:
        _becomes(server, person, ["mail", "sent", ""], until - time.monotonic())
    for person in people:
        assert "your turn" in mails_to(server, address_of(person.name))[-1]
