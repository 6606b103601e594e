"""Ask a card what it does: tips, long presses, the key i, the list, and a newcomer's first play."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from games.kernel.registry import games
from tests.browser.conftest import Arrive
from tests.browser.hands import press_long
from tests.browser.person import Hands, Person, by_finger, by_keys, by_mouse
from tests.browser.server import Server
from tests.browser.tables import asked, lay

SLOWLY = "correspondence"
JESTER = '#hand [name="pick"][value="jester"]'
REQUESTS = "performance.getEntriesByType('resource').filter(one => one.name.includes('/cards/'))"


def told(person: Person) -> Locator:
    """Return the open dialog with an explanation."""
    return person.page.locator("#about[open]")


def with_a_jester(
    arrive: Arrive, server: Server, hands: Hands = by_mouse, **wishes: object
) -> Person:
    """Seat two newcomers; return the one who may play a jester."""
    people = [arrive(kind="member", hands=hands, newcomer=True, **wishes) for _ in range(2)]
    lay(server, "sleeping_queens", people, offered="jester", tempo=SLOWLY)
    return asked(*people)


@pytest.mark.parametrize("game", sorted(games()))
def test_every_open_card_explains_itself(arrive: Arrive, server: Server, game: str) -> None:
    people = [arrive(kind="member") for _ in range(4)]
    path = lay(server, game, people, tempo=SLOWLY)
    server.console("play_on", path=path, moves=6)
    person = people[0]
    person.goto(path)
    explains_each(person)
    server.console("play_round", path=path)
    person.goto(path)
    if person.page.locator("#board .card").count():  # some results show no cards
        explains_each(person)
    person.goto(f"{path}rounds/1/steps/6")
    explains_each(person)
    person.goto(f"/learn/{game}/")
    explains_each(person)


def explains_each(person: Person) -> None:
    """Open the list; each kind of card on the board is in it, with words and a rule."""
    page = person.page
    page.locator("[data-ask]").click()
    choices = page.locator("#about-all [data-face]")
    expect(choices.first).to_be_visible()
    faces = page.evaluate(
        "() => [...new Set([...document.querySelectorAll('#board .card use:first-of-type')].filter("
        "use => use === use.closest('.card').querySelector('use'))"
        ".map(use => use.getAttribute('href').split('#')[1]))].sort()"
    )
    listed = choices.evaluate_all("all => all.map(one => one.dataset.face).sort()")
    assert listed == faces
    choices.first.click()
    expect(told(person).locator("#about-words a").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(told(person)).to_have_count(0)


def test_the_list_is_in_the_order_of_a_hand_and_closes(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="member", hands=by_finger, phone=True) for _ in range(5)]
    path = server.console("lay", game="siebenschlaefer", people=[one.name for one in people])
    server.console("play_round", path=path)
    person = people[0]
    person.goto(f"{path}rounds/1/steps/0?view=all")
    person.press(person.page.locator("[data-ask]"))
    box = person.page.locator("#about-all")
    expect(box).to_contain_text("hold a card down")
    expect(box.get_by_text("press I")).to_be_hidden()
    faces = box.locator("[data-face]").evaluate_all("all => all.map(one => one.dataset.face)")
    order = [*map(str, range(2, 11)), "jack", "queen", "king", "ace", "back"]
    assert len(faces) > len(people)
    assert faces == sorted(faces, key=order.index)
    close = box.get_by_role("button", name="Close")
    expect(close).to_be_in_viewport(ratio=1)
    box.locator(".about__cards").evaluate("cards => cards.scrollTo(0, cards.scrollHeight)")
    expect(box.locator("[data-face]").last).to_be_in_viewport(ratio=1)
    person.press(close)
    expect(box).to_be_hidden()


def test_an_explanation_closes_as_every_sheet_does(arrive: Arrive, server: Server) -> None:
    """By its cross, by Escape, and by a press beside it; the focus returns."""
    person = with_a_jester(arrive, server)
    page = person.page
    link, box = page.locator("[data-ask]"), page.locator("#about-all")
    cross = box.locator(".sheet__head").get_by_role("button", name="Close")
    ways = (cross.click, partial(page.keyboard.press, "Escape"), partial(page.mouse.click, 2, 2))
    for close in ways:
        link.click()
        expect(cross).to_be_focused()
        close()
        expect(box).to_be_hidden()
        expect(link).to_be_focused()
    link.click()
    box.locator("[data-face=jester]").click()
    expect(told(person).get_by_role("heading", name="Jester")).to_be_visible()
    told(person).locator(".sheet__head").get_by_role("button", name="Close").click()
    expect(told(person)).to_have_count(0)
    expect(link).to_be_focused()


def test_a_resting_mouse_shows_a_tip(arrive: Arrive, server: Server) -> None:
    person = with_a_jester(arrive, server)
    card, tip = person.page.locator("#hand .card").first, person.page.locator("#about-tip")
    card.hover()
    expect(tip).to_be_visible()
    expect(tip.locator("a").first).to_have_attribute("target", "_blank")
    tip.hover()  # It stays while the mouse is on it.
    person.page.wait_for_timeout(500)
    expect(tip).to_be_visible()
    person.page.mouse.move(1, 1)
    expect(tip).to_be_hidden()
    person.page.locator("#slots .card").first.hover()
    expect(tip).to_contain_text("A sleeping queen")
    person.page.keyboard.press("Shift")
    expect(tip).to_be_hidden()
    assert person.page.evaluate(f"{REQUESTS}.length") == 1


def test_a_long_press_explains_and_chooses_nothing(arrive: Arrive, server: Server) -> None:
    person = with_a_jester(arrive, server, by_finger, phone=True)
    version = person.version
    press_long(person.page.locator("#hand .card:has([value=jester])").first)
    expect(told(person)).to_contain_text("A jester turns up a card")
    expect(told(person).get_by_role("button", name="Play it")).to_be_hidden()
    told(person).get_by_role("button", name="Close").tap()
    expect(told(person)).to_have_count(0)
    assert person.version == version
    expect(person.page.locator("#board :checked")).to_have_count(0)


def test_the_key_i_explains_the_focused_card(arrive: Arrive, server: Server) -> None:
    person = with_a_jester(arrive, server)
    page = person.page
    page.locator(JESTER).first.focus()
    page.keyboard.press("i")
    expect(told(person)).to_contain_text("A jester turns up a card")
    rule = told(person).locator("#about-words a")
    with page.context.expect_page() as opened:
        rule.click()
    expect(opened.value.locator("[id='3.3']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(JESTER).first).to_be_focused()
    page.locator("#board").focus()
    page.keyboard.press("i")
    expect(page.locator("#about-all")).to_be_visible()


@pytest.mark.parametrize("hands", [by_mouse, by_finger, by_keys], ids=lambda each: each.__name__)
def test_the_first_play_of_a_card_explains_it(arrive: Arrive, server: Server, hands: Hands) -> None:
    person = with_a_jester(arrive, server, hands, phone=hands is by_finger)
    version = person.version
    person.press(person.page.locator(JESTER).first)
    play = told(person).get_by_role("button", name="Play it")
    expect(play).to_be_focused()
    assert person.version == version
    person.page.keyboard.press("Escape")
    expect(told(person)).to_have_count(0)
    expect(person.page.locator("#board :checked")).to_have_count(0)
    person.press(person.page.locator(JESTER).first)
    play.press("Enter")
    person.moves_on_from(version)
    assert "jester" in person.page.evaluate("Object.values(localStorage).join()")


def test_a_known_card_is_played_at_once(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="member") for _ in range(2)]
    lay(server, "sleeping_queens", people, offered="jester", tempo=SLOWLY)
    person = asked(*people)
    version = person.version
    person.press(person.page.locator(JESTER).first)
    person.moves_on_from(version)


def test_without_hints_nothing_is_explained_first(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="member", newcomer=True) for _ in range(2)]
    for one in people:
        one.context.add_cookies([{"name": "hints", "value": "off", "url": server.url}])
    lay(server, "sleeping_queens", people, offered="jester", tempo=SLOWLY)
    person = asked(*people)
    version = person.version
    person.press(person.page.locator(JESTER).first)
    person.moves_on_from(version)


def test_numbers_are_chosen_without_an_explanation(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="member", newcomer=True) for _ in range(2)]
    lay(server, "sleeping_queens", people, offered="5", tempo=SLOWLY)
    person = asked(*people)
    person.press(person.page.locator('#hand [value="5"]').first)
    expect(person.page.locator('#hand [value="5"]').first).to_be_checked()
    expect(told(person)).to_have_count(0)
