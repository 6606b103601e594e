"""The staff in the browser: the accounts, and the second factor that each staff page requires."""

from __future__ import annotations

import json
import subprocess
import sys

from playwright.sync_api import expect

from tests.browser.console import PASSWORD
from tests.browser.person import Person
from tests.browser.server import ROOT, Server
from tests.platform.accounts.cast import code

KEEPER = "Keeper"


def appoint(server: Server, name: str) -> None:
    """Create a staff account at the console."""
    subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--noinput", "--name", name],
        cwd=ROOT,
        env=server.env | {"DJANGO_SUPERUSER_PASSWORD": PASSWORD},
        check=True,
        capture_output=True,
        timeout=120,
    )


def keeper(person: Person, server: Server) -> Person:
    """Create the server's administrator at the console, once per server."""
    known = json.loads((server.var / "demo-accounts.json").read_text(encoding="utf-8"))
    signs_in(person, KEEPER, known[KEEPER])
    sets_up_a_second_factor(person, "/leagues/new/", known[KEEPER])
    return person


def signs_in(person: Person, name: str, password: str) -> None:
    """Sign in on the sign-in page."""
    person.goto("/sign-in/")
    person.page.locator("[name=login]").fill(name)
    person.page.locator("[name=password]").fill(password)
    person.page.locator("[name=password]").press("Enter")
    expect(person.page.locator(".account__name")).to_have_text(name)


def sets_up_a_second_factor(person: Person, path: str, password: str) -> None:
    """Set up a second factor as this staff page requires, which then opens."""
    person.expected_troubles.append("403")
    person.goto(path)
    person.page.locator("main a[href*='/second-factor/']").first.click()
    again = person.page.locator("[name=password]")
    expect(again.or_(person.page.locator("code.secret"))).to_be_visible()
    if again.count():
        again.fill(password)
        again.press("Enter")
    secret = person.page.locator("code.secret").inner_text()
    person.page.locator("[name=code]").fill(code(secret))
    person.page.locator("[name=code]").press("Enter")
    person.page.wait_for_url(lambda address: "/begin/" not in address)
