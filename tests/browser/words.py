"""Three people at a table of Wortspiel with time to think: sitting down, playing and voting."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import expect

from tests.browser import tables
from tests.browser.person import PATIENCE_MS, Person
from tests.browser.players import Picks
from tests.browser.server import Server

CARD = re.compile(r"[a-z]+-(red|blue|green|yellow)")


def begin(server: Server, people: list[Person], **options: Any) -> tuple[Person, list[Person]]:
    """Sit down and play the first card; return its player, and the others, who race."""
    opener = sit_down(server, people, **options)
    lay(opener, plays(opener)[0])
    return opener, [person for person in people if person is not opener]


def sit_down(server: Server, people: list[Person], *, offered: str = "", **options: Any) -> Person:
    """Make a dealt table for all of them; return the first player, who may play the `offered` word."""
    # In a correspondence match cards are played unseen, unless the table chooses a race.
    race = {"race_mode": "live", **options}
    wanted = {"tempo": "correspondence", "options": race, "offered": offered}
    tables.lay(server, "wortspiel", people, **wanted)
    for person in people:
        expect(person.page.locator("#hand .card")).to_have_count(10)
    return next(person for person in people if person.offers)


def plays(person: Person) -> list[Picks]:
    """Return the offers that play a card."""
    return [picks for picks in person.offers if any("pile-" in pick for pick in picks)]


def pile(picks: Picks) -> str:
    """Return the handle of the pile."""
    return next(pick for pick in picks if pick.startswith("pile-"))


def card(picks: Picks) -> str:
    """Return the handle of the card."""
    return next(pick for pick in picks if CARD.fullmatch(pick))


def word(picks: Picks) -> str:
    """Return the plain word, without a joining letter."""
    return next(pick for pick in picks if pick.isupper())


def lay(person: Person, picks: Picks) -> str:
    """Play a card on a pile with the first word that the page offers for both; return this word.

    The page offers the most usual word first: ANTENNENAUTO before ANTENNEAUTO.
    """
    version = person.version
    person.press(person.piece(card(picks)))
    person.press(person.piece(pile(picks)))
    offered = person.page.locator("[data-says]").first
    said = str(offered.get_attribute("data-says"))
    offered.click()
    person.moves_on_from(version)
    return said


def vote(people: list[Person], *, valid: bool) -> None:
    """Let all get ready, then vote in turn."""
    for person in people:
        person.press(person.page.locator("[value^='ready-']"))
    wanted = "[value^='valid-']" if valid else "[value^='invalid-']"
    for _ in people:
        voter = person_with(people, wanted)
        voter.press(voter.page.locator(wanted))
        expect(voter.page.locator(wanted)).to_have_count(0)


def person_with(people: list[Person], control: str) -> Person:
    """Wait for this control, and return the first person whose page has it."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < until:
        for person in people:
            if person.page.locator(control).count():
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError(f"No page shows {control}.")
