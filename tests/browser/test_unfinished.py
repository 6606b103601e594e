"""While a choice is not an action yet, the line names no button that is hidden."""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.server import Server

TABLES = 20


def with_a_sum(person: Person, other: Person, server: Server) -> tuple[str, str]:
    """Sit down where this person may add numbers; return two of them that are no action yet."""
    for number in range(TABLES):
        people = [person.name, other.name]
        path = server.console("lay", game="sleeping_queens", people=people, seed=f"sum {number}")
        person.goto(path)
        offers = [tuple(sorted(offer)) for offer in person.offers]
        for offer in offers:
            if len(offer) < 3 or not all(pick.isdigit() for pick in offer):
                continue
            for first, second in combinations(offer, 2):
                if tuple(sorted((first, second))) not in offers:
                    return first, second
    pytest.fail("no table offers a sum")


def test_numbers_that_are_no_sum_yet_offer_no_discard(arrive: Arrive, server: Server) -> None:
    person, other = arrive(kind="guest"), arrive(kind="guest")
    first, second = with_a_sum(person, other, server)
    call, button = person.page.locator("#call"), person.page.locator("[data-play]")
    person.press(person.piece(first))
    expect(call).to_have_text("Discard, or add more numbers.")
    expect(button).to_have_text("Discard")
    expect(button).to_be_visible()
    person.press(person.piece(second))
    expect(call).to_have_text("Not a sum yet: choose what is missing.")
    expect(button).to_be_hidden()
