"""Impatient people: a double click, simultaneous copies of a form, and a cancelled request."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

FORM = "form[action*='/play/sleeping_queens/']"
AT_ONCE = """async ([selector, times]) => {
    const form = document.querySelector(selector);
    const send = () => fetch(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" },
    });
    const answers = await Promise.all(Array.from({ length: times }, send));
    return answers.map((answer) => new URL(answer.url).pathname);
}"""
GIVEN_UP = """async ([selector, patience]) => {
    const form = document.querySelector(selector);
    await fetch(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" },
        signal: AbortSignal.timeout(patience),
    }).catch(() => {});
}"""


def tables(person: Person) -> int:
    """Count the matches of this person."""
    expect(person.page.locator("#board")).to_be_attached()
    if person.scripted:
        expect(person.page.locator("#hand .card")).to_have_count(5)  # it gets ready by itself
    # In another tab, because this page may still load the answer to the second press.
    lists = person.context.new_page()
    lists.goto(f"{person.home}/matches/")
    links = lists.locator("#matches a[href*='/matches/'], #yours a[href*='/matches/']")
    paths = {str(one.get_attribute("href")) for one in links.all()}
    return len({found[0] for path in paths if (found := re.search(r"[0-9a-f-]{36}", path))})


@pytest.mark.parametrize("scripted", [True, False])
def test_a_double_click_makes_one_table(arrive: Arrive, scripted: bool) -> None:
    person = arrive(kind="member", scripted=scripted)
    person.goto("/")
    person.page.locator(f"{FORM} button").first.dblclick()
    assert tables(person) == 1


def test_a_stranger_who_presses_twice_is_one_guest_at_one_table(arrive: Arrive) -> None:
    """The browser drops the first response, which has the guest's cookie."""
    person = arrive(scripted=False)
    person.goto("/")
    person.page.locator(f"{FORM} button").first.dblclick()
    assert tables(person) == 1


def test_the_same_form_in_flight_three_times_is_taken_once(arrive: Arrive) -> None:
    person = arrive(kind="member")
    person.goto("/")
    led_to = person.page.evaluate(AT_ONCE, [FORM, 3])
    assert len(set(led_to)) == 1
    person.goto(f"{led_to[0]}?deal")
    assert tables(person) == 1


@pytest.mark.parametrize("patience_ms", [1, 20, 60])
def test_a_press_that_was_given_up_is_worked_on_and_counts(
    arrive: Arrive, patience_ms: int
) -> None:
    person = arrive(kind="member")
    person.goto("/")
    person.page.evaluate(GIVEN_UP, [FORM, patience_ms])
    person.page.locator(f"{FORM} button").first.click()
    assert tables(person) == 1
