"""Ready tables, for tests of other things than creating one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser.person import PATIENCE_MS, Person
from tests.browser.server import Server

SCORED_MS = 60_000


def lay(server: Server, game: str, people: Sequence[Person], **wanted: Any) -> str:
    """Make a table with these people, open its page for each, and return its path.

    `wanted`: the arguments of `console.lay`. All people have names. Unless `ready=False`, it is
    dealt.
    """
    path: str = server.console("lay", game=game, people=[one.name for one in people], **wanted)
    for person in people:
        person.goto(path)
        if wanted.get("ready", True):
            expect(person.page.locator("#line")).to_be_visible()
    return path


def sees_result(person: Person) -> None:
    """Wait until the page shows the result of a match: a worker scores it, and also plays bots."""
    expect(person.page.locator(".result")).to_be_visible(timeout=SCORED_MS)


def asked(*people: Person) -> Person:
    """Return the person who can act now, at a table with turns."""
    end = time.monotonic() + PATIENCE_MS / 1000
    # Between two actions there may be a pause, or a push on its way to another browser.
    while time.monotonic() < end:
        for person in people:
            if person.offers:
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError(f"No player can act: {people[0].log()}")


def agree(read: Callable[[Person], Any], *people: Person) -> None:
    """Wait until the pages of these people show the same; each is updated separately."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < end:
        first, *others = (read(person) for person in people)
        if all(other == first for other in others):
            return
        people[0].page.wait_for_timeout(50)
    first, *others = (read(person) for person in people)
    for other in others:
        assert other == first
