"""After signing out, no open page shows cards."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.server import Server
from tests.browser.tables import lay


def test_a_sign_out_in_another_tab_takes_the_cards_away(arrive: Arrive, server: Server) -> None:
    """The page's message that it cannot show the table replaces the cards, too."""
    person = arrive(kind="member")
    lay(server, "sleeping_queens", [person], bots=["easy"], tempo="correspondence")
    expect(person.page.locator("#hand .card")).to_have_count(5)
    tab = person.page.context.new_page()
    tab.goto(server.url)
    tab.locator("form[action$='/sign-out/']").evaluate("form => form.requestSubmit()")
    expect(person.page.locator("#gone")).to_be_visible()
    expect(person.page.locator(".desk .card")).to_have_count(0)
    assert 'id="hand"' not in person.page.content()
