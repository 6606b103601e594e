"""Somebody of the staff in the browser, who has shown a second factor as the house asks of them."""

from __future__ import annotations

import subprocess
import sys

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.house import ROOT, House
from tests.browser.person import Person
from tests.platform.accounts.cast import PASSWORD, code


def superuser(arrive: Arrive, house: House, name: str) -> Person:
    """Somebody with an account who may do everything, signed in."""
    subprocess.run(
        [sys.executable, "manage.py", "createsuperuser", "--noinput", "--name", name],
        cwd=ROOT,
        env=house.env | {"DJANGO_SUPERUSER_PASSWORD": PASSWORD},
        check=True,
        capture_output=True,
        timeout=60,
    )
    person = arrive()
    person.goto("/sign-in/")
    person.page.locator("[name=login]").fill(name)
    person.page.locator("[name=password]").fill(PASSWORD)
    person.page.locator("[name=password]").press("Enter")
    expect(person.page.locator(".account__name")).to_have_text(name)
    _sets_up_a_second_factor(person)
    return person


def _sets_up_a_second_factor(person: Person) -> None:
    """On the way to a page that asks for one."""
    person.expected_troubles.append("403")
    person.goto("/court/")
    person.page.locator("main a[href*='/second-factor/']").first.click()
    again = person.page.locator("[name=password]")
    expect(again.or_(person.page.locator("code.secret"))).to_be_visible()
    if again.count():
        again.fill(PASSWORD)
        again.press("Enter")
    secret = person.page.locator("code.secret").inner_text()
    person.page.locator("[name=code]").fill(code(secret))
    person.page.locator("[name=code]").press("Enter")
    person.page.wait_for_url(lambda address: "/begin/" not in address)
