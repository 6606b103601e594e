"""The rules in a browser: from a refusal to its clause, and through an example and back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.kernel import registry
from tests.browser.conftest import Arrive


@pytest.mark.parametrize("game", ["sleeping_queens", "schlafmuetzen"])
def test_an_example_leads_back_to_its_clause(arrive: Arrive, game: str) -> None:
    """The example is clicked through first."""
    example = registry.examples_of(game)[0]
    person = arrive()
    page = person.page
    person.goto(f"/rules/{game}/")
    person.press(page.get_by_role("link", name=f"Example: {example.title}"))
    for number, _ in enumerate(example.steps, 1):
        person.press(page.get_by_role("button", name="Continue"))
        expect(page).to_have_url(re.compile(rf"/examples/{example.name}/\?step={number}$"))
        person.moves_on_from(number - 1)
    person.press(page.get_by_role("link", name="Back", exact=True))
    expect(page).to_have_url(re.compile(rf"\?step={len(example.steps) - 1}$"))
    person.press(page.get_by_role("link", name="Back to the rules"))
    expect(page).to_have_url(re.compile(rf"/rules/{game}/#{re.escape(example.clause)}$"))
    expect(page.locator(".clause:target")).to_be_in_viewport()


def test_what_is_refused_leads_to_the_clause_that_says_so(arrive: Arrive) -> None:
    person = arrive()
    person.expected_troubles.append("409")
    person.goto("/learn/sleeping_queens/")
    person.press(person.piece("dragon"))
    rule = person.page.locator("#call").get_by_role("link", name="§ 3.8")
    with person.page.expect_popup() as opened:
        person.press(rule)
    expect(opened.value).to_have_url(re.compile(r"/rules/sleeping_queens/\d+/#3\.8$"))
    expect(opened.value.locator(".clause:target")).to_be_in_viewport()


def test_contents_stay_beside_the_rules_or_are_folded_on_a_phone(arrive: Arrive) -> None:
    person = arrive()
    page = person.page
    person.goto("/rules/wortspiel/")
    contents = page.get_by_role("navigation", name="Contents")
    page.set_viewport_size({"width": 1440, "height": 900})
    person.press(contents.get_by_role("link", name="The end"))
    expect(page).to_have_url(re.compile("#the-end$"))
    expect(page.locator("#the-end")).to_be_in_viewport()
    expect(contents.get_by_role("link", name="The cards")).to_be_in_viewport()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(contents).to_have_count(0)
    person.press(page.locator("summary", has_text="Contents"))
    expect(contents.get_by_role("link", name="The cards")).to_be_visible()
