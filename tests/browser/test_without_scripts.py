"""Everything works as plain forms, without scripts."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

PATIENCE = 30.0


@pytest.fixture
def reader(arrive: Arrive) -> Person:
    """A guest at a freshly dealt table, with a browser that runs no scripts."""
    reader = arrive(scripted=False)
    reader.play_now()
    return reader


def test_a_guest_plays_by_plain_forms(reader: Person) -> None:
    for _ in range(4):
        _comes_to_act(reader)
        version = reader.version
        picks = max(reader.offers, key=len)
        # A button is a whole action; the play button sends the checked boxes.
        boxes = [reader.piece(pick).get_attribute("type") == "checkbox" for pick in picks]
        for pick in picks:
            reader.press(reader.piece(pick))
        if all(boxes):
            reader.press(reader.page.locator("[data-play]"))
        # A click does not wait for the next page.
        reader.moves_on_from(version)
        assert reader.version > version
        assert reader.page.url.endswith("/")
        assert reader.board.get_attribute("data-refused") is None


def test_a_refused_form_comes_back_with_its_sentence(reader: Person) -> None:
    # A refused action's page has an error status, which Chromium logs.
    reader.expected_troubles += ["status of 4"]
    _comes_to_act(reader)
    before = reader.version
    # No action consists of two sleeping queens.
    reader.press(reader.piece("slot-0"))
    reader.press(reader.piece("slot-1"))
    with reader.page.expect_response(re.compile("/actions$")) as answer:
        reader.press(reader.page.locator("[data-play]"))
    assert 400 <= answer.value.status < 500
    expect(
        reader.page.get_by_role("alert").filter(has_text=re.compile(r"\w+ .*\."))
    ).to_be_visible()
    assert reader.version == before
    assert reader.offers


def _comes_to_act(reader: Person) -> None:
    """Reload until the table waits for this player, as without a socket."""
    end = time.monotonic() + PATIENCE
    while not reader.offers:
        assert time.monotonic() < end, reader.log()
        reader.page.reload()
