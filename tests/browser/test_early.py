"""A press that comes before it counts is kept by the page and sent at the right moment."""

from __future__ import annotations

from playwright.sync_api import expect

from games.schlafmuetzen.state import GAP_MS
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.server import Server
from tests.browser.tables import lay

ORDINARY_MS = 15_000
PAUSE = "[data-early]"
KEEP = "[name=pick][value^='keep-']"
FIRST_PILE = "[name=pick][value^='turned-'][value$='-middle-0']"
SECOND_PILE = "[name=pick][value^='turned-'][value$='-middle-1']"


def in_the_pause(arrive: Arrive, server: Server) -> Person:
    """Return a person whose card has just been turned, within the pause after their last one."""
    ann, ben = arrive(kind="guest"), arrive(kind="guest")
    lay(server, "schlafmuetzen", [ann, ben], seed="seen 1")
    on_turn = ann if ann.offers else ben
    turn(on_turn)
    on_turn.page.locator(FIRST_PILE).dispatch_event("click")  # right or wrong: the turn goes on
    expect(on_turn.page.locator(PAUSE)).to_be_attached()
    turn(on_turn)
    return on_turn


def turn(person: Person) -> None:
    button = person.page.locator("[name=pick][value^='reveal-']").first
    button.dispatch_event("click")
    expect(person.page.locator(KEEP).first).to_be_attached()


def test_the_page_knows_the_length_of_the_pause(arrive: Arrive, server: Server) -> None:
    person = in_the_pause(arrive, server)
    assert person.page.locator(PAUSE).get_attribute("data-early") == str(GAP_MS)


def test_an_early_card_is_marked_and_played_by_itself(arrive: Arrive, server: Server) -> None:
    person = in_the_pause(arrive, server)
    person.page.locator(SECOND_PILE).dispatch_event("click")
    expect(person.page.locator("[data-kept]")).to_have_count(1)
    assert "A little slower" in person.page.locator("#live").inner_text()
    expect(person.page.locator(".pile--latest")).to_have_attribute(
        "id", "middle-1", timeout=ORDINARY_MS
    )
    expect(person.page.locator("[data-kept]")).to_have_count(0)
    expect(person.page.locator("#call[role=alert]")).to_have_count(0)


def test_another_press_takes_its_place(arrive: Arrive, server: Server) -> None:
    person = in_the_pause(arrive, server)
    person.page.locator(SECOND_PILE).dispatch_event("click")
    person.page.locator(KEEP).first.dispatch_event("click")
    expect(person.page.locator("[data-kept]")).to_have_attribute("value", _keep_value(person))
    expect(person.page.locator(KEEP)).to_have_count(0, timeout=ORDINARY_MS)
    assert not person.offers, "the turn is over"


def test_escape_takes_it_back(arrive: Arrive, server: Server) -> None:
    person = in_the_pause(arrive, server)
    person.page.locator(SECOND_PILE).dispatch_event("click")
    expect(person.page.locator("[data-kept]")).to_have_count(1)
    person.page.keyboard.press("Escape")
    expect(person.page.locator("[data-kept]")).to_have_count(0)
    person.page.wait_for_timeout(GAP_MS)
    expect(person.page.locator(KEEP).first).to_be_attached()


def test_it_is_dropped_when_the_board_no_longer_offers_it(arrive: Arrive, server: Server) -> None:
    """The card before it is called out, so the turn is over."""
    ann, ben = arrive(kind="guest"), arrive(kind="guest")
    lay(server, "schlafmuetzen", [ann, ben], seed="seen 1")
    player, other = (ann, ben) if ann.offers else (ben, ann)
    turn(player)
    player.page.locator(FIRST_PILE).dispatch_event("click")
    expect(player.page.locator(PAUSE)).to_be_attached()
    turn(player)
    player.page.locator(SECOND_PILE).dispatch_event("click")
    expect(player.page.locator("[data-kept]")).to_have_count(1)
    other.page.locator("[value^='call-']").dispatch_event("click")
    player.page.wait_for_timeout(GAP_MS)
    assert not player.offers
    expect(player.page.locator("#middle-1.pile--latest")).to_have_count(0)
    expect(player.page.locator("[data-kept]")).to_have_count(0)
    expect(player.page.locator("#call[role=alert]")).to_have_count(0)


def _keep_value(person: Person) -> str:
    value = person.page.locator(KEEP).first.get_attribute("value")
    assert value
    return value
