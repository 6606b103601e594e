"""Drag cards to what an offer needs, or to another place in the hand; and sort the hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.hands import carry
from tests.browser.person import Person
from tests.browser.server import Server
from tests.browser.tables import asked, lay

SLOWLY = "correspondence"
CARDS = "[...document.querySelectorAll('#hand .card')].map(card => card.id)"
KEYS = "[...document.querySelectorAll('#hand [data-key]')].map(input => input.dataset.key)"
TOUCHES = pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])


def seated(
    arrive: Arrive, server: Server, game: str, *, touch: bool, count: int = 2, **wanted: object
) -> Person:
    """Seat two people; return the one to act."""
    people = [arrive(kind="member", phone=touch) for _ in range(count)]
    lay(server, game, people, tempo=SLOWLY, **wanted)
    return asked(*people)


def cards(page: Page) -> list[str]:
    """Return the cards of the hand, from left to right."""
    found: list[str] = page.evaluate(CARDS)
    return found


@TOUCHES
def test_a_king_is_dragged_to_a_queen(arrive: Arrive, server: Server, touch: bool) -> None:
    person = seated(arrive, server, "sleeping_queens", touch=touch, offered="king")
    page, version = person.page, person.version
    king = page.locator("#hand .card:has([value=king])").first
    carry(king, page.locator("#slot-7"), touch=touch, then="#slot-7[data-possible]")
    person.moves_on_from(version)
    expect(page.locator("#slot-7.card")).to_have_count(0)


@TOUCHES
def test_a_number_is_dragged_to_the_middle(arrive: Arrive, server: Server, touch: bool) -> None:
    person = seated(arrive, server, "sleeping_queens", touch=touch, offered="5")
    page, version = person.page, person.version
    five = page.locator('#hand .card:has([value="5"])').first
    carry(five, page.locator("#discard-pile"), touch=touch, then=".middle[data-takes]")
    person.moves_on_from(version)
    expect(page.locator("#discard-pile .card")).to_be_attached()


@TOUCHES
def test_a_card_dropped_elsewhere_goes_back(arrive: Arrive, server: Server, touch: bool) -> None:
    person = seated(arrive, server, "sleeping_queens", touch=touch, offered="king")
    page, version, before = person.page, person.version, cards(person.page)
    king = page.locator("#hand .card:has([value=king])").first
    carry(king, page.locator(".top"), touch=touch, then=".carried")
    expect(page.locator(".carried, [data-carried], #board :checked")).to_have_count(0)
    assert (person.version, cards(page)) == (version, before)


@TOUCHES
def test_a_hand_is_put_in_order(arrive: Arrive, server: Server, touch: bool) -> None:
    """The order survives pushes and a reload; the keys count the cards as they lie."""
    person = seated(arrive, server, "sleeping_queens", touch=touch)
    page, before = person.page, cards(person.page)
    carry(
        page.locator("#hand .card").first,
        page.locator("#hand .card").nth(3),
        touch=touch,
        then="[data-gap]",
    )
    after = [*before[1:4], before[0], before[4]]
    assert cards(page) in (after, [*before[1:3], before[0], *before[3:]])
    own = cards(page)
    assert page.evaluate(KEYS) == ["1", "2", "3", "4", "5"]
    page.reload()
    expect(page.locator("#hand .card")).to_have_count(5)
    assert cards(page) == own
    version = person.version
    person.play_one()
    assert person.version > version
    expect(page.locator("#hand .card")).to_have_count(5)
    kept = [card for card in own if card in cards(page)]
    assert cards(page)[: len(kept)] == kept
    assert page.evaluate(KEYS) == ["1", "2", "3", "4", "5"]


def test_a_pair_is_dragged_card_by_card(arrive: Arrive, server: Server) -> None:
    person = seated(arrive, server, "siebenschlaefer", touch=False)
    page, version = person.page, person.version
    first, second = max(offer for offer in person.offers if len(offer) == 2)
    for value in (first, second):
        card = page.locator(f'#hand .card:has([value="{value}"]:not(:checked))').first
        carry(card, page.locator("#game .middle"), then=".middle[data-takes]")
    person.moves_on_from(version)


@TOUCHES
def test_a_turned_card_is_dragged_to_a_pile(arrive: Arrive, server: Server, touch: bool) -> None:
    person = seated(arrive, server, "schlafmuetzen", touch=touch)
    page, version = person.page, person.version
    person.press(page.locator('#line [value^="reveal"]'))
    person.moves_on_from(version)
    version = person.version
    carry(
        page.locator("#turned"),
        page.locator("#middle-0"),
        touch=touch,
        then="#asked-middle-0[data-possible]",
    )
    person.moves_on_from(version)
    expect(page.locator("#middle-0-2")).to_be_attached()


def test_a_long_hand_is_sorted(arrive: Arrive, server: Server) -> None:
    person = seated(arrive, server, "wortspiel", touch=False, count=3)
    page, sort = person.page, person.page.locator("[data-sort]")
    sort.click()
    ranks = {colour: rank for rank, colour in enumerate(("red", "blue", "green", "yellow"))}
    colours = [ranks[card.rsplit("-", 1)[1]] for card in cards(page)]
    assert colours == sorted(colours)
    sort.click()
    words = [card.split("-")[1] for card in cards(page)]
    assert words == sorted(words)
    assert page.evaluate(KEYS) == list("1234567890")[: len(words)]
    own = cards(page)
    page.reload()
    expect(page.locator("#hand .card").first).to_be_visible()
    assert cards(page) == own


def test_the_arrow_keys_move_a_card_with_shift(arrive: Arrive, server: Server) -> None:
    person = seated(arrive, server, "sleeping_queens", touch=False)
    page, before = person.page, cards(person.page)
    page.locator("#hand input").first.focus()
    for _ in range(2):
        page.keyboard.press("Shift+ArrowRight")
    assert cards(page) == [*before[1:3], before[0], *before[3:]]
    assert page.evaluate("document.activeElement.closest('.card').id") == before[0]
    page.keyboard.press("Shift+ArrowLeft")
    assert cards(page) == [before[1], before[0], *before[2:]]
