"""A user adds a passkey, signs in with it instead of a password, and removes it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.server import Server

PASSWORD = "quiet-lamp-under-9"


@pytest.fixture
def at_home(server: Server) -> str:
    """Return the server's address in the form in which browsers allow passkeys."""
    return server.url.replace("127.0.0.1", "localhost")


def give_device(page: Page) -> None:
    """Add a virtual authenticator of Chromium's that confirms for its owner."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
            }
        },
    )


def test_a_passkey_from_the_first_to_the_last(arrive: Arrive, at_home: str) -> None:
    person = arrive()
    page = person.page
    give_device(page)
    page.goto(f"{at_home}/sign-up/")
    page.get_by_label("Your name at the table").fill("Pippa")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.locator("main form button").click()
    page.goto(f"{at_home}/preferences/")
    page.get_by_role("link", name="Passkeys").click()
    expect(page.get_by_text("You have none yet.")).to_be_visible()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)  # no stranger can add one at an unlocked screen
    page.locator("main form button").click()
    page.get_by_label("Name").fill("Phone")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("You can now sign in with this passkey.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Phone")).to_be_visible()

    page.context.clear_cookies()
    page.goto(f"{at_home}/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(
        page.get_by_role("link", name="Pippa").or_(page.get_by_text("Pippa")).first
    ).to_be_visible()

    page.goto(f"{at_home}/preferences/passkeys/")
    page.get_by_role("link", name="Remove Phone").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You have none yet.")).to_be_visible()

    page.context.clear_cookies()
    page.goto(f"{at_home}/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("This passkey does not belong to any account here.")).to_be_visible()
