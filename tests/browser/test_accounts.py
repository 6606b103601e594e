"""Accounts in the browser: a guest signs up, and a user resets a forgotten password."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person, address_of, new_name
from tests.browser.server import Server

PASSWORD = "a lamp over the table"
MOST_CLICKS = 5


def test_a_guest_signs_up_in_the_middle_of_a_match_and_plays_on(arrive: Arrive) -> None:
    person, name = arrive(motion=True), new_name("Ottilie Lampe")
    person.play_now()
    assert person.awaits_turn()
    person.play_one()
    table = person.page.url.partition("?")[0]
    at = person.version
    opens(person.page.locator("details.menu:has(.account__name)"))
    person.press(person.page.get_by_role("link", name="Keep your matches"))
    fills_in(person, name=name)
    expect(person.page).to_have_url(table)
    # Four of them while a knight or a potion waits for its answer.
    expect(person.page.locator("#hand .card").first).to_be_visible()
    assert person.version >= at
    expect(person.page.locator(".account__name")).to_have_text(name)
    expect(person.page.locator(".place__name").filter(has_text=name)).to_have_count(1)
    assert person.awaits_turn()
    person.play_one()


def opens(menu: Locator) -> None:
    """Open the menu; repeat a click that came while cards began to move."""
    for _ in range(MOST_CLICKS):
        menu.locator("summary").click()
        try:
            expect(menu).to_have_attribute("open", "", timeout=1_000)
        except AssertionError:
            continue
        return
    raise AssertionError("The menu does not open.")


def test_a_page_stays_at_the_table_while_its_guest_signs_up(arrive: Arrive) -> None:
    """The guest signs up in another page."""
    person, name = arrive(), new_name("Otto Lampe")
    person.play_now()
    other = person.context.new_page()
    other.goto(person.home + "/sign-up/")
    person.page.evaluate("window.neverReloaded = true")
    table, person.page = person.page, other
    fills_in(person, name=name)
    expect(other.locator(".account__name")).to_have_text(name)
    person.page = table
    assert person.awaits_turn()
    person.play_one()
    assert table.evaluate("window.neverReloaded")


def test_a_forgotten_password_is_replaced_by_a_mail(arrive: Arrive, server: Server) -> None:
    person, name = arrive(), new_name("Wanda Wach")
    address = address_of(name)
    person.goto("/sign-up/")
    fills_in(person, name=name, address=address)
    expect(person.page.locator(".notice:not(#offline, #ended)").first).to_contain_text(
        f"We have sent an email to {address}."
    )
    assert f"Welcome, {name}!" in mails_to(server, address)[-1]

    forgetful = arrive()
    forgetful.goto("/sign-in/")
    forgetful.press(forgetful.page.get_by_role("link", name="Forgotten your password?"))
    forgetful.page.get_by_label("Your email address").fill(address)
    forgetful.press(forgetful.page.get_by_role("button", name="Send the email"))
    expect(forgetful.page.locator(".notice:not(#offline, #ended)")).to_contain_text(
        f"We have sent an email to {address}."
    )
    link = re.search(r"https?://\S+/password/new/\S+", mails_to(server, address)[-1])
    assert link
    forgetful.page.goto(link[0])
    forgetful.page.get_by_label("New password", exact=True).fill(PASSWORD + " tonight")
    forgetful.page.get_by_label("New password again").fill(PASSWORD + " tonight")
    forgetful.press(forgetful.page.get_by_role("button", name="Set password"))
    expect(forgetful.page.locator(".notice:not(#offline, #ended)")).to_have_text(
        "Your new password is set."
    )
    expect(forgetful.page.locator(".account__name")).to_have_text(name)

    # The user is signed out in all other browsers, and the link works only once.
    person.goto("/")
    menu = person.page.get_by_role("navigation", name="Main")
    expect(menu.get_by_role("link", name="Sign in")).to_be_visible()
    forgetful.expected_troubles.append("410")
    forgetful.page.goto(link[0])
    expect(forgetful.page.get_by_role("heading", name="no longer valid")).to_be_visible()


def test_mails_are_the_owners_alone(server: Server) -> None:
    assert (server.var / "mail").stat().st_mode & 0o077 == 0
    assert f"Mails are not sent: they are stored in {server.var / 'mail'}." in server.output


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_pages_of_accounts_are_open_to_everybody(arrive: Arrive, scheme: str) -> None:
    person = arrive(color_scheme=scheme)
    person.expected_troubles += ["410", "422"]
    for path in ("/sign-up/", "/password/forgotten/", "/password/new/1-x-y/"):
        person.goto(path)
        _is_open_to_everybody(person)
    person.goto("/sign-up/")
    fills_in(person, name="Admin", address="lamp@example.org", password="short")
    expect(person.page.locator(".field__errors").first).to_be_visible()
    expect(person.page.locator("[aria-invalid=true]").first).to_be_focused()
    _is_open_to_everybody(person)
    name = new_name(f"Ilse {scheme}")
    fills_in(person, name=name, address=address_of(name))
    for path in ("/address/", "/password/", "/preferences/"):
        person.goto(path)
        _is_open_to_everybody(person)


def fills_in(person: Person, name: str, address: str = "", password: str = PASSWORD) -> None:
    page = person.page
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_label("Email address").fill(address)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_label("Password again").fill(password)
    person.press(page.get_by_role("button", name="Create account"))


def mails_to(server: Server, address: str) -> list[str]:
    """Return the emails to this address, in the order of sending."""
    files = sorted(Path(server.var / "mail").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    mails = [path.read_text(encoding="utf-8") for path in files]
    return [mail for mail in mails if f"To: {address}" in mail]


def _is_open_to_everybody(person: Person) -> None:
    found = Axe().run(person.page)
    assert found.violations_count == 0, found.generate_report()
