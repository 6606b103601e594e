"""Races for words in several browsers: simultaneous cards, and a doubted word."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.eyes import flaws
from tests.browser.person import PATIENCE_MS, Person
from tests.browser.players import Picks
from tests.browser.server import Server
from tests.browser.words import begin, card, lay, pile, plays, vote, word

WIDEST_WINDOW_MS = 600
ATTEMPTS = 6
SOON_MS = 500
"""Milliseconds until both players press, enough to tell both pages the time."""
PRESS_AT = """moment => void setTimeout(
    () => document.querySelector("#wording [data-play]").click(), moment - Date.now()
)"""


@dataclass(frozen=True)
class Laid:
    """The player, the picks and the word of a card."""

    person: Person
    picks: Picks
    word: str


def test_two_cards_at_the_same_moment_come_to_the_photo_finish(
    arrive: Arrive, server: Server
) -> None:
    people = [arrive(kind="guest") for _ in range(3)]
    opener, _ = begin(server, people, photo_finish_ms=WIDEST_WINDOW_MS)

    first, second = _race(people)
    _gives_way(second)
    _stays(first, people)
    _is_back(second, people)

    # The card's player pauses now, and the two others race.
    first, second = _race(people)
    (onlooker,) = (one for one in people if one not in (first.person, second.person))
    assert onlooker is not opener
    onlooker.press(onlooker.page.locator("[value^='point-']").last)
    for person in people:
        expect(person.page.locator(".contenders > li").last.locator(".chip--for")).to_be_visible()
    _gives_way(first)
    _stays(second, people)
    _is_back(first, people)


def test_a_word_that_the_table_does_not_believe_goes_back(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="guest") for _ in range(3)]
    opener, (author, doubter) = begin(server, people)
    expect(author.page.locator(".ws[data-phase=race]")).to_be_attached()
    picks = plays(author)[0]
    laid = Laid(author, picks, lay(author, picks))
    _stays(laid, people)

    doubter.press(doubter.page.locator(".halt"))
    for person in people:
        expect(person.page.locator(".court__word")).to_have_text(laid.word)
    vote(people, valid=False)
    for person in people:
        told = f"{laid.word} does not count: 3 of 3 votes are against it."
        expect(person.page.locator(".log__lines")).to_contain_text(told)
        expect(person.page.locator("#court")).to_have_count(0)
    _is_back(laid, people)
    # The pausing player names another colour, and the race goes on.
    opener.press(opener.page.locator("[value^='colour-']").first)
    for person in people:
        expect(person.page.locator(".ws[data-phase=race]")).to_be_attached()


# The people's actions ---------------------------------------------------------------------------


def _race(people: list[Person]) -> list[Laid]:
    """Let two play at the same moment, and all see the photo finish; return the first card first."""
    for person in people:
        expect(person.page.locator(".ws[data-phase=race]")).to_be_attached()
    for _ in range(ATTEMPTS):
        offers = [(person, plays(person)[0]) for person in people if plays(person)]
        cards = [Laid(person, picks, word(picks)) for person, picks in offers]
        _lay_at_once(cards)
        with suppress(TooLate):
            people[0].page.locator("#photo").wait_for(timeout=PATIENCE_MS)
            return _see_the_photo(cards, people)
        # In this attempt one of them was too late: try again.
        for person in people:
            person.page.reload()
    raise AssertionError("\n".join(people[0].log()))


def _lay_at_once(cards: list[Laid]) -> None:
    """Prepare both cards, then press at the same moment of the clock."""
    for laid in cards:
        for pick in (card(laid.picks), pile(laid.picks)):
            laid.person.press(laid.person.piece(pick))
        laid.person.page.locator("#word").fill(laid.word)
    moment = time.time() * 1000 + SOON_MS
    for laid in cards:
        laid.person.page.evaluate(PRESS_AT, moment)


def _see_the_photo(cards: list[Laid], people: list[Person]) -> list[Laid]:
    """Check that all pages show both cards in their order, the first one in the circle."""
    first = people[0].page.locator("#circle")
    cards.sort(key=lambda laid: first.locator(f"#card-{card(laid.picks)}").count(), reverse=True)
    for person in people:
        words = person.page.locator("#photo .contenders__word")
        expect(words).to_have_text([laid.word for laid in cards])
    assert not (found := flaws(people[0])), found
    return cards


def _gives_way(laid: Laid) -> None:
    laid.person.press(laid.person.page.locator("[value^='concede-']"))


def _stays(laid: Laid, people: list[Person]) -> None:
    """Check that the card is on its pile, and that all pages show it with its word."""
    for person in people:
        top = person.page.locator(f"#{pile(laid.picks)} #card-{card(laid.picks)}")
        expect(top).to_be_visible()
        expect(person.page.locator(".latest__word")).to_have_text(laid.word)
        expect(person.page.locator("#photo")).to_have_count(0)


def _is_back(laid: Laid, people: list[Person]) -> None:
    """Check that the card is back in its player's hand, and that no other page shows it."""
    mine = f"#card-{card(laid.picks)}"
    expect(laid.person.page.locator(f"#hand {mine}")).to_be_visible()
    for person in people:
        expect(person.page.locator(mine)).to_have_count(1 if person is laid.person else 0)
