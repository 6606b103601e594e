"""Tables that are there at once, for tests that are about something else than laying them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser.person import PATIENCE_MS, Person
from tests.browser.server import Server

SCORED_MS = 60_000


def lay(server: Server, game: str, people: Sequence[Person], **wanted: Any) -> str:
    """A table where these people sit, its page open before each of them; its path.

    `wanted`: as for `console.lay`. All have names, and without `ready=False` the cards are dealt.
    """
    path: str = server.console("lay", game=game, people=[one.name for one in people], **wanted)
    for person in people:
        person.goto(path)
        if wanted.get("ready", True):
            expect(person.page.locator("#line")).to_be_visible()
    return path


def sees_result(person: Person) -> None:
    """Wait until the page shows what came of a match: a worker scores it, which has bots to play, too."""
    expect(person.page.locator(".result")).to_be_visible(timeout=SCORED_MS)


def asked(*people: Person) -> Person:
    """Who can do something now; at tables where it is one at a time."""
    end = time.monotonic() + PATIENCE_MS / 1000
    # Between two actions there may be a hold, or a push on its way to another browser.
    while time.monotonic() < end:
        for person in people:
            if person.offers:
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError(f"Nobody can do anything: {people[0].log()}")


def agree(read: Callable[[Person], Any], *people: Person) -> None:
    """Wait until these people read the same on their pages, which hear of things one by one."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < end:
        first, *others = (read(person) for person in people)
        if all(other == first for other in others):
            return
        people[0].page.wait_for_timeout(50)
    first, *others = (read(person) for person in people)
    for other in others:
        assert other == first
