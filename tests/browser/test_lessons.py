"""Lessons in a browser: on the real board, from the first card to a match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.kernel import registry
from tests.browser.conftest import Arrive
from tests.browser.shapes import PHONE, Window


@pytest.mark.parametrize("game", ["sleeping_queens", "wortspiel"])
def test_a_lesson_ends_where_play_now_begins(arrive: Arrive, game: str) -> None:
    lesson = registry.lesson_of(game)
    person = arrive()
    page = person.page
    person.goto("/")
    learn = page.locator(f'.catalogue a[href="/learn/{game}/"]')
    person.press(learn)
    for number, step in enumerate(lesson.steps):
        person.moves_on_from(number - 1)
        if step.is_learners:
            # Upper case marks a word for these tests.
            person.choose(
                [pick.upper() if pick[0].isupper() else pick for pick in step.moves[0].picks]
            )
        else:
            person.press(page.get_by_role("button", name="Continue"))
        expect(page).to_have_url(re.compile(rf"\?step={number + 1}$"))
    # A reloaded page continues at the same step.
    page.reload()
    assert person.version == len(lesson.steps)
    person.press(page.locator(".lesson").get_by_role("button", name="Play now"))
    expect(page).to_have_url(re.compile("/matches/"))
    person.waits_for(".board--running")


def test_a_newcomer_is_offered_the_lesson_once(arrive: Arrive) -> None:
    person = arrive()
    person.play_now()
    person.waits_for(".board--running")
    offer = person.page.get_by_role("status").get_by_role("link", name="The lesson")
    # After the page got ready by itself, it shows the cards.
    expect(offer).to_be_visible()
    person.play_now()
    person.waits_for(".board--running")
    expect(offer).to_have_count(0)


def test_anything_else_is_refused_in_words_and_the_lesson_waits(arrive: Arrive) -> None:
    person = arrive()
    person.expected_troubles.append("409")
    person.goto("/learn/sleeping_queens/")
    person.choose(["king", "slot-7"])
    expect(person.page.locator("#call[role=alert]")).to_contain_text("follow the hint")
    assert person.version == 0
    person.choose(["king", "slot-2"])
    expect(person.page).to_have_url(re.compile(r"\?step=1$"))


def test_the_piles_stay_where_they_are_in_a_lesson(arrive: Arrive) -> None:
    person = arrive(locale="de-DE")
    Window(person).take(PHONE)
    piles = set()
    for step in range(len(registry.lesson_of("schlafmuetzen").steps) + 1):
        person.goto(f"/learn/schlafmuetzen/?step={step}")
        box = person.page.locator(".piles").bounding_box()
        assert box
        piles.add((box["y"], box["width"], box["height"]))
    assert len(piles) == 1
