"""Words that are typed while a whole table plays: what somebody is in the middle of stays."""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import PATIENCE_MS, Person, Picks

CARD = re.compile(r"[a-z]+-(red|blue|green|yellow)")
HALF, CARET = "Halbes Wo", 7
WHERE = """() => {
    const field = document.getElementById("word");
    return [field.value, field.selectionStart, field === document.activeElement];
}"""


def test_a_half_typed_word_survives_cards_a_halt_and_a_refusal(arrive: Arrive) -> None:
    people = [arrive() for _ in range(3)]
    _sit_down(people)
    opener = next(person for person in people if person.offers)
    typist, third = (person for person in people if person is not opener)
    _lay(opener, _plays(opener)[0])

    mine = _type(typist)
    # A card on another pile, by keys alone: both plain words are the first that the arrows bring.
    other = next(picks for picks in _plays(third) if _pile(picks) != _pile(mine))
    version = typist.version
    _choose_by_keys(third, other)
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        third.page.keyboard.press(key)
    typist.moves_on_from(version)
    assert typist.page.evaluate(WHERE) == [HALF, CARET, True]

    # While one types no shortcut does anything: h would be Halt!, n "I cannot".
    typist.page.keyboard.type("hn")
    assert typist.page.evaluate(WHERE) == ["Halbes hnWo", CARET + 2, True]
    expect(typist.page.locator(".ws[data-phase=race]")).to_be_attached()

    version = typist.version
    opener.press(opener.page.locator(".halt"))
    typist.moves_on_from(version)
    expect(typist.page.locator("#court")).to_be_visible()
    assert typist.page.evaluate(WHERE) == ["Halbes hnWo", CARET + 2, True]
    _vote(people, valid=True)
    expect(typist.page.locator(".ws[data-phase=race]")).to_be_attached(timeout=PATIENCE_MS)
    assert typist.page.evaluate(WHERE)[:2] == ["Halbes hnWo", CARET + 2]


def test_a_word_that_is_refused_can_be_corrected(arrive: Arrive) -> None:
    people = [arrive() for _ in range(3)]
    _sit_down(people)
    opener = next(person for person in people if person.offers)
    picks = _type(opener)
    opener.page.keyboard.press("Enter")
    expect(opener.page.locator("#call[role=alert]")).to_be_visible()
    assert opener.page.evaluate(WHERE) == [HALF, CARET, True]
    opener.page.locator("#word").fill(_word(picks).lower())
    opener.page.keyboard.press("Enter")
    for person in people:
        expect(person.page.locator(".latest__word")).to_have_text(_word(picks))
    assert opener.page.input_value("#word") == ""
    expect(opener.page.locator("#wording")).to_be_hidden()


# What people do ---------------------------------------------------------------------------------


def _sit_down(people: list[Person]) -> None:
    """A table for all of them, dealt; with time to think."""
    host, *friends = people
    host.goto("/play/wortspiel/friends/")
    host.page.locator("[name=seats][value='3']").check()
    host.page.get_by_label("Correspondence (lay cards unseen)", exact=True).check()
    # By correspondence cards are laid unseen, unless the table wants a race.
    host.page.locator("[name=option-race_mode]").select_option("live", force=True)
    host.press(host.page.get_by_role("button", name="Lay the table"))
    invitation = urlsplit(host.page.locator("#invite").input_value()).path
    for number, friend in enumerate(friends):
        friend.goto(invitation)
        friend.page.get_by_label("Your name").fill(f"Typist {number} {time.time_ns() % 10**6}")
        friend.press(friend.page.get_by_role("button", name="Sit down"))
    for person in people:
        person.press(person.page.locator("[data-ready]"))
    for person in people:
        expect(person.page.locator("#hand .card")).to_have_count(10, timeout=PATIENCE_MS)


def _plays(person: Person) -> list[Picks]:
    """What of the offers lays a card."""
    return [picks for picks in person.offers if any("pile-" in pick for pick in picks)]


def _pile(picks: Picks) -> str:
    return next(pick for pick in picks if pick.startswith("pile-"))


def _card(picks: Picks) -> str:
    return next(pick for pick in picks if CARD.fullmatch(pick))


def _word(picks: Picks) -> str:
    return next(pick for pick in picks if pick.isupper())


def _lay(person: Person, picks: Picks) -> None:
    """A card, a pile, and the first word that is offered for both."""
    version = person.version
    person.press(person.piece(_card(picks)))
    person.press(person.piece(_pile(picks)))
    person.page.locator("[data-says]").first.click()
    person.moves_on_from(version)


def _choose_by_keys(person: Person, picks: Picks) -> None:
    for pick in (_card(picks), _pile(picks)):
        person.page.keyboard.press(person.piece(pick).get_attribute("data-key") or "")


def _type(person: Person) -> Picks:
    """Half a word for the first card and pile, the caret in its middle."""
    expect(person.page.locator("[name=pick][value^='pile-']").first).to_be_attached()
    picks = _plays(person)[0]
    _choose_by_keys(person, picks)
    expect(person.page.locator("#word")).to_be_focused()
    person.page.keyboard.type(HALF)
    for _ in range(len(HALF) - CARET):
        person.page.keyboard.press("ArrowLeft")
    assert person.page.evaluate(WHERE) == [HALF, CARET, True]
    return picks


def _vote(people: list[Person], *, valid: bool) -> None:
    """All are ready, then each votes in turn."""
    for person in people:
        person.press(person.page.locator("[value^='ready-']"))
    wanted = "[value^='valid-']" if valid else "[value^='invalid-']"
    for _ in people:
        voter = _whoever_has(people, wanted)
        voter.press(voter.page.locator(wanted))
        expect(voter.page.locator(wanted)).to_have_count(0)


def _whoever_has(people: list[Person], control: str) -> Person:
    until = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < until:
        for person in people:
            if person.page.locator(control).count():
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError(f"Nobody has {control}.")
