"""A private league: created, with invitations by name and link, begun, and discussed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

NEWS_MS = 1_500
"""Time in which the socket of a page sends its first news, in milliseconds."""


def test_friends_play_a_league_of_their_own(arrive: Arrive) -> None:
    host = arrive(kind="member", name="Hedda Uhu")
    named, linked = (arrive(kind="member", name=name) for name in ("Ina Uhu", "Jan Uhu"))
    stranger = arrive(kind="member", name="Stig Uhu")
    link = found_league(host)
    league = host.page.url.removeprefix(host.home).removesuffix("organise/")

    stranger.expected_troubles.append("404")
    stranger.goto(league)
    expect(stranger.page.get_by_role("heading", name="Not found")).to_be_visible()
    invite(host, league, "Ina Uhu")
    named.goto(league)
    named.press(named.page.get_by_role("button", name="Accept and sign up"))
    linked.page.goto(link)
    linked.press(linked.page.get_by_role("button", name="Join the league"))
    for person in (host, linked):
        person.goto(league)
        person.press(person.page.get_by_role("button", name="Sign up"))
    for person in (host, named, linked):
        expect(person.page.get_by_text("You are in. Have a good season.")).to_be_visible()

    host.goto(f"{league}organise/")
    host.press(host.page.get_by_role("button", name="Everyone is here: begin now"))
    host.goto(f"{league}1/1/")
    expect(host.page.get_by_role("heading", name="Season 1, division 1")).to_be_visible()
    fixture = host.page.locator("a[href*='/fixtures/']").first.get_attribute("href")
    assert fixture
    # The page's first news does not fold what its reader has just unfolded.
    host.page.reload()
    folded = host.page.locator("main details:not([open])")
    expect(folded).not_to_have_count(0)
    before = folded.count()
    host.page.locator("main details:not([open]) > summary").first.click()
    host.page.wait_for_timeout(NEWS_MS)
    expect(folded).to_have_count(before - 1)
    for person in (named, linked):
        person.expected_troubles.append("403")  # one of them may not play this match
    shown = {one: one.page.goto(f"{one.home}{fixture}") for one in (host, named, linked)}
    writer, reader, *_ = [one for one, page in shown.items() if page and page.ok]
    reader.page.evaluate("window.neverReloaded = true")
    writer.page.get_by_label("Your message").fill("In ten minutes?")
    writer.press(writer.page.get_by_role("button", name="Send"))
    expect(writer.page.locator("#thread")).to_contain_text("In ten minutes?")
    expect(reader.page.locator("#thread")).to_contain_text("In ten minutes?")
    assert reader.page.evaluate("window.neverReloaded")


def found_league(host: Person) -> str:
    """Let the host create an unlisted league; return its invitation link."""
    host.goto("/leagues/new/?like=evening")
    page = host.page
    page.get_by_label("Name", exact=True).fill("Kitchen evening")
    page.get_by_label("Siebenschläfer", exact=True).check(force=True)
    page.locator("[name=invite_only]").check(force=True)
    host.press(page.get_by_role("button", name="Create league"))
    expect(page).to_have_url(re.compile("/organise/$"))
    return page.locator("#league-link").input_value()


def invite(host: Person, league: str, name: str) -> None:
    """Let the host invite a person by name."""
    host.goto(f"{league}organise/")
    host.page.locator("#invite-name").fill(name)
    host.press(host.page.get_by_role("button", name="Invite", exact=True))
    expect(host.page.get_by_role("strong").filter(has_text=name)).to_be_visible()
