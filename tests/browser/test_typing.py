"""Typing a word while a whole table plays: pushes never interrupt it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person, by_keys
from tests.browser.players import Picks
from tests.browser.server import Server
from tests.browser.words import begin, card, pile, plays, sit_down, vote, word

HALF, CARET = "Halbes Wo", 7
WHERE = """() => {
    const field = document.getElementById("word");
    return [field.value, field.selectionStart, field === document.activeElement];
}"""


def test_a_half_typed_word_survives_cards_a_halt_and_a_refusal(
    arrive: Arrive, server: Server
) -> None:
    people = [arrive(kind="guest") for _ in range(3)]
    opener, (typist, third) = begin(server, people)

    mine = _type(typist)
    # A card on another pile, by keys alone: the arrows reach the two plain words first.
    other = next(picks for picks in plays(third) if pile(picks) != pile(mine))
    version = typist.version
    _choose_by_keys(third, other)
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        third.page.keyboard.press(key)
    typist.moves_on_from(version)
    assert typist.page.evaluate(WHERE) == [HALF, CARET, True]

    # While one types no shortcut does anything: h would be Halt!, n "I cannot play".
    typist.page.keyboard.type("hn")
    assert typist.page.evaluate(WHERE) == ["Halbes hnWo", CARET + 2, True]
    expect(typist.page.locator(".ws[data-phase=race]")).to_be_attached()

    version = typist.version
    opener.press(opener.page.locator(".halt"))
    typist.moves_on_from(version)
    expect(typist.page.locator("#court")).to_be_visible()
    assert typist.page.evaluate(WHERE) == ["Halbes hnWo", CARET + 2, True]
    vote(people, valid=True)
    expect(typist.page.locator(".ws[data-phase=race]")).to_be_attached()
    assert typist.page.evaluate(WHERE)[:2] == ["Halbes hnWo", CARET + 2]


def test_a_player_is_told_of_a_card_on_the_chosen_pile(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="guest", locale="en-GB") for _ in range(3)]
    _, (typist, third) = begin(server, people)
    mine = _type(typist)
    same = next(picks for picks in plays(third) if pile(picks) == pile(mine))
    version = typist.version
    _choose_by_keys(third, same)
    for key in ("ArrowDown", "Enter"):
        third.page.keyboard.press(key)
    typist.moves_on_from(version)
    expect(typist.page.locator("#wording")).to_be_hidden()
    expect(typist.page.locator("#call")).to_have_text(
        "Another card covers this pile. Choose a pile again."
    )


def test_a_word_that_is_refused_can_be_corrected(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="guest") for _ in range(3)]
    opener = sit_down(server, people)
    picks = _type(opener)
    opener.page.keyboard.press("Enter")
    expect(opener.page.locator("#call[role=alert]")).to_be_visible()
    assert opener.page.evaluate(WHERE) == [HALF, CARET, True]
    opener.page.keyboard.press("ArrowDown")
    assert opener.page.input_value("#word") != HALF
    opener.page.keyboard.press("ArrowUp")
    assert opener.page.input_value("#word") == HALF, "what was typed is lost"
    opener.page.locator("#word").fill(word(picks).lower())
    opener.page.keyboard.press("Enter")
    for person in people:
        expect(person.page.locator(".latest__word")).to_have_text(word(picks))
    assert opener.page.input_value("#word") == ""
    expect(opener.page.locator("#wording")).to_be_hidden()


# The people's actions ---------------------------------------------------------------------------


def _choose_by_keys(person: Person, picks: Picks) -> None:
    for pick in (card(picks), pile(picks)):
        by_keys(person.piece(pick))


def _type(person: Person) -> Picks:
    """Type half a word for the first card and pile, and move the caret into its middle."""
    expect(person.page.locator("[name=pick][value^='pile-']").first).to_be_attached()
    picks = plays(person)[0]
    _choose_by_keys(person, picks)
    expect(person.page.locator("#word")).to_be_focused()
    person.page.keyboard.type(HALF)
    for _ in range(len(HALF) - CARET):
        person.page.keyboard.press("ArrowLeft")
    assert person.page.evaluate(WHERE) == [HALF, CARET, True]
    return picks
