"""Moderation in the browser: from a report to the public record, with every page on the way."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import staff
from tests.browser.conftest import Arrive
from tests.browser.console import PASSWORD
from tests.browser.eyes import seen_by_all
from tests.browser.person import Person
from tests.browser.server import Server
from tests.browser.tables import lay

RUDE = "You play like a sleeping dormouse"
FLAG = "There is a decision about you."


@pytest.mark.long
def test_from_a_report_to_the_ledger(arrive: Arrive, server: Server) -> None:
    anna, ben = _at_a_table(arrive, server)
    table = anna.page.url
    _reports_what_was_said(anna)

    # One moderator reads the report and decides.
    mona = arrive(kind="staff", name="Mona Ordnung")
    seen_by_all(mona, "/staff/", "/staff/reports/")
    mona.press(mona.page.get_by_role("link", name="Ben Amt"))
    expect(mona.page.locator(".talked")).to_contain_text(RUDE)
    mona.press(mona.page.get_by_role("button", name="I will take this"))
    expect(mona.page.get_by_text("you are working on it")).to_be_visible()
    seen_by_all(mona)
    report = urlsplit(mona.page.url).path
    _decides(mona)
    mona.goto(report)
    expect(mona.page.get_by_text("About this person")).to_be_visible()
    mona.press(mona.page.get_by_text("About this person"))
    expect(mona.page.locator("#pairs")).to_be_visible()
    seen_by_all(mona)
    known = urlsplit(mona.page.url).path

    # The sanctioned player gets a notice, at the table and elsewhere, and appeals.
    ben.page.goto(table)
    ben.press(ben.page.get_by_role("link", name=FLAG))
    expect(ben.page.get_by_text("Please leave the dormice out of it.")).to_be_visible()
    ben.goto("/notices/")
    expect(ben.page.locator("main")).to_contain_text("The staff have made a decision about you.")
    seen_by_all(ben, "/notices/", "/decisions/")
    ben.press(ben.page.locator("summary", has_text="Appeal"))
    ben.page.get_by_label("Why should it be lifted?").fill("It was a compliment.")
    ben.press(ben.page.get_by_role("button", name="Appeal"))
    expect(ben.page.locator(".notice").first).to_contain_text(
        "Another staff member will decide it."
    )

    # The deciding moderator cannot answer the appeal; another one can.
    mona.goto("/staff/appeals/")
    expect(mona.page.get_by_role("link", name="Ben Amt")).to_have_count(0)
    milo = arrive(kind="staff", name="Milo Ordnung")
    seen_by_all(milo, "/staff/appeals/")
    milo.press(milo.page.get_by_role("main").get_by_role("link", name="Ben Amt"))
    seen_by_all(milo)
    milo.page.get_by_label("Answer").fill("To a dormouse, perhaps.")
    milo.press(milo.page.get_by_role("button", name="The decision stands"))
    ben.goto("/decisions/")
    expect(ben.page.locator(".quote")).to_contain_text("To a dormouse, perhaps.")

    # All of it is on record, and the ledger contains nothing that identifies the reporter.
    mona.goto("/staff/audit/")
    expect(mona.page.locator("main")).to_contain_text("appeal-upheld")
    anna.goto("/ledger/")
    expect(anna.page.get_by_text("There is nothing to show yet.")).to_be_visible()
    assert "Ben" not in anna.page.locator("main").inner_text()
    seen_by_all(anna, "/ledger/", "/words/", "/preferences/data/")
    seen_by_all(mona, "/staff/audit/", known, "/court/", "/court/disputes/")
    _takes_it_over(milo, table, told=anna)


def test_the_second_factor_comes_first(arrive: Arrive, server: Server) -> None:
    nina = arrive()
    staff.appoint(server, "Nina Ordnung")
    staff.signs_in(nina, "Nina Ordnung", PASSWORD)
    nina.expected_troubles.append("403")
    nina.goto("/staff/")
    expect(nina.page.get_by_role("heading")).to_have_text("Second factor needed")
    seen_by_all(nina, "/second-factor/")
    nina.goto("/staff/")
    seen_by_all(nina)
    staff.sets_up_a_second_factor(nina, "/staff/", PASSWORD)
    expect(nina.page.locator(".codes code")).to_have_count(10)
    seen_by_all(nina)
    seen_by_all(nina, "/second-factor/", "/second-factor/codes/new/", "/second-factor/end/")


# The people's actions ---------------------------------------------------------------------------


def _at_a_table(arrive: Arrive, server: Server) -> tuple[Person, Person]:
    """Return two people with accounts at a table, after one of them said something there."""
    anna, ben = (arrive(kind="member", name=name) for name in ("Anna Amt", "Ben Amt"))
    lay(server, "sleeping_queens", [anna, ben], tempo="correspondence")
    ben.page.locator("#talk-text").fill(RUDE)
    ben.page.locator("#talk-text").press("Enter")
    expect(anna.page.locator(".said__words")).to_have_text(RUDE)
    return anna, ben


def _reports_what_was_said(person: Person) -> None:
    """Report a message from its line in the talk, without copying any text."""
    person.press(person.page.get_by_role("link", name="Report the message of Ben Amt"))
    expect(person.page.locator("blockquote")).to_contain_text(RUDE)
    person.page.get_by_label("What happened?").fill("That was not nice.")
    seen_by_all(person)
    person.press(person.page.get_by_role("button", name="Send report"))
    person.page.wait_for_url(re.compile("/matches/"))


def _decides(moderator: Person) -> None:
    """Mute the player for a week; the form first names what is missing."""
    act = moderator.page.get_by_role("region", name="Decide")
    act.get_by_label("Only ready-made messages at tables").check(force=True)
    act.get_by_label("Grounds").select_option(label="insults or threats")
    act.get_by_label("How long").select_option(label="one week")
    act.get_by_label("Reason").fill("Please leave the dormice out of it.")
    moderator.press(act.get_by_role("button", name="Decide"))
    expect(moderator.page.locator(".notice").first).to_contain_text("Decided.")


def _takes_it_over(arbiter: Person, table: str, told: Person) -> None:
    """Open all hands, after the table was notified."""
    path = re.sub(r".*/matches/([^/]+)/.*", r"/staff/matches/\1/", table)
    seen_by_all(arbiter, path)
    arbiter.page.get_by_label("Reason").fill("Somebody asked for it.")
    arbiter.press(arbiter.page.get_by_role("button", name="Take over"))
    expect(arbiter.page.get_by_text("You see this as an arbiter")).to_be_visible()
    seen_by_all(arbiter)
    told.page.goto(table)
    expect(told.page.locator("main")).to_contain_text("Milo Ordnung")
    arbiter.press(arbiter.page.get_by_role("button", name="Hand it back"))
    expect(arbiter.page.get_by_role("button", name="Take over")).to_be_visible()
