"""After a move by correspondence, the next match that waits is in the line."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import PHONE
from tests.browser.server import Server
from tests.browser.tables import asked, lay


def test_the_next_match_is_in_the_line_after_a_move(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="guest"), arrive(kind="guest")]
    wanted = {"game": "daumen_drauf", "tempo": "correspondence", "ready": False}
    waiting = server.console("lay", people=[one.name for one in people], **wanted)
    lay(server, "daumen_drauf", people, tempo="correspondence")
    active = asked(*people)
    link = active.page.locator("#next-match a")
    expect(link).to_have_count(0)
    active.play_one()
    expect(link).to_be_visible()
    active.page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # width and height
    expect(link).to_have_text(re.compile(r"\(1\)"), use_inner_text=True)
    expect(link.locator(".nudge__count")).to_be_hidden()
    active.press(link)
    active.page.wait_for_url(f"**{waiting}")


def test_a_live_table_keeps_its_player(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="guest"), arrive(kind="guest")]
    names = [one.name for one in people]
    server.console("lay", game="daumen_drauf", people=names, ready=False)
    lay(server, "daumen_drauf", people)
    for person in people:
        expect(person.page.locator("#waiting [data-next]")).to_be_attached()
        expect(person.page.locator("#next-match")).to_have_count(0)
