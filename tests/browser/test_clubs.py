"""A club: founded, joined by its link and by a request, with a table, a chat and an announcement."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.eyes import seen_by_all
from tests.browser.person import Person, new_name
from tests.browser.server import Server
from tests.browser.tables import sees_result


def test_friends_play_in_a_club_of_their_own(arrive: Arrive, server: Server) -> None:
    founder = arrive(kind="member", name="Fina Eule")
    linked, asking = (arrive(kind="member", name=name) for name in ("Lars Eule", "Anna Eule"))
    club, link = found_club(founder)
    linked.page.goto(link)
    linked.press(linked.page.get_by_role("button", name="Join the club"))
    asking.goto(club)
    asking.press(asking.page.get_by_role("button", name="Ask to join"))
    expect(asking.page.get_by_text("You have asked to join")).to_be_visible()

    founder.goto(f"{club}run/")
    seen_by_all(founder)
    founder.press(founder.page.get_by_role("button", name="Accept Anna Eule"))
    expect(founder.page.get_by_text("They are now a member.")).to_be_visible()
    founder.page.get_by_label("Title").fill("Cards on Friday")
    founder.page.get_by_label("Text").fill("At eight.")
    founder.press(founder.page.get_by_role("button", name="Announce", exact=True))

    for person in (linked, asking):
        person.goto(club)
        expect(person.page.get_by_text("Cards on Friday")).to_be_visible()
        person.page.evaluate("window.neverReloaded = true")
    founder.page.get_by_label("Your message").fill("Who plays?")
    founder.press(founder.page.get_by_role("button", name="Send"))
    expect(asking.page.locator("#thread")).to_contain_text("Who plays?")
    seen_by_all(founder)

    founder.press(founder.page.get_by_text("New table", exact=True))
    founder.press(founder.page.get_by_role("link", name="New table: Sleeping Queens"))
    founder.press(founder.page.get_by_role("button", name="Create table"))
    table = founder.page.url
    seat = linked.page.get_by_role("button", name="Sit down")
    expect(seat).to_be_visible()
    assert linked.page.evaluate("window.neverReloaded")
    linked.press(seat)
    expect(linked.page).to_have_url(table)
    watching = asking.page.get_by_role("button", name="Watch")
    expect(watching).to_be_visible()
    assert asking.page.evaluate("window.neverReloaded")
    asking.press(watching)
    expect(asking.page).to_have_url(table)
    for person in (founder, linked):
        person.press(person.page.locator("[data-ready]"))
    for person in (founder, linked):
        expect(person.page.locator("#hand .card")).to_have_count(5)
    server.console("play_round", path=urlsplit(table).path)
    for person in (founder, linked, asking):
        sees_result(person)


def test_a_club_needs_no_scripts(arrive: Arrive) -> None:
    founder = arrive(kind="member", name="Nele Eule", scripted=False)
    club, link = found_club(founder)
    guest = arrive(kind="member", name="Otto Eule", scripted=False)
    guest.page.goto(link)
    guest.press(guest.page.get_by_role("button", name="Join the club"))
    guest.page.get_by_label("Your message").fill("Good evening")
    guest.press(guest.page.get_by_role("button", name="Send"))
    expect(guest.page.locator("#thread")).to_contain_text("Good evening")
    guest.press(guest.page.get_by_role("button", name="Delete this message"))
    expect(guest.page.locator("#thread")).not_to_contain_text("Good evening")
    guest.press(guest.page.get_by_text("More", exact=True))
    guest.press(guest.page.get_by_role("link", name="Leave the club"))
    guest.press(guest.page.get_by_role("button", name="Leave the club"))
    founder.goto(club)
    expect(founder.page.get_by_text("1 member", exact=True)).to_be_visible()


def found_club(founder: Person) -> tuple[str, str]:
    """Let the founder found a club; return its path and its link."""
    founder.goto("/clubs/new/")
    page = founder.page
    page.get_by_label("Name", exact=True).fill(new_name("The owls"))
    founder.press(page.get_by_role("button", name="Found the club"))
    expect(page).to_have_url(re.compile("/run/$"))
    path = page.url.removeprefix(founder.home).removesuffix("run/")
    return path, page.locator("#club-link").input_value()
