"""People talk at a table, by mouse, by keys and by finger, while they play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.line import Line
from tests.browser.person import Person, by_finger, by_keys, new_name
from tests.browser.server import Server
from tests.browser.tables import lay

GAME = "sleeping_queens"
HALF = "k2 I was about to s"
"""Half a sentence of keys that would play cards outside of a text field."""
MANY = 60
"""More messages in a row than the server accepts."""
NEAR = 24
"""The most pixels between a refusal and its field."""
ANSWERED = """() => !document.getElementById("talk-text").value
    || !document.getElementById("talk-refusal").hidden"""


def test_two_people_talk_while_they_play_and_a_third_watches(
    arrive: Arrive, server: Server
) -> None:
    host, watcher = arrive(kind="guest", motion=True), arrive()
    friend = arrive(kind="guest", name=new_name("Tilda"), hands=by_keys, motion=True)
    watcher.goto(lay(server, GAME, [host, friend], tempo="correspondence", public=True))
    expect(watcher.page.locator("#slots .card")).to_have_count(12)

    _types(host, "Good evening, <b>friend</b>")
    host.press(host.page.get_by_role("button", name="Send"))
    expect(_text(host)).to_have_value("")
    expect(_said(friend)).to_have_text(["Good evening, <b>friend</b>"])
    expect(friend.page.locator("#talk-live")).to_contain_text("Good evening")
    _types(friend, "Good evening")
    friend.page.keyboard.press("Enter")
    friend.page.keyboard.type("again")
    expect(_said(host)).to_have_text(["Good evening, <b>friend</b>", "Good evening"])
    expect(_text(friend)).to_have_value("again")
    host.page.locator(".talk__quick > summary").click()
    host.press(host.page.get_by_role("button", name="Good luck"))
    expect(_said(friend).last).to_have_text("Good luck")
    expect(friend.page.locator(".said--mine")).to_have_count(1)

    _a_push_leaves_alone_what_is_being_typed(host, friend)
    _what_a_spectator_says_stays_there(watcher, host, friend)
    _is_muted_and_heard_again(host, friend)


def _a_push_leaves_alone_what_is_being_typed(host: Person, friend: Person) -> None:
    active, other = (host, friend) if host.offers else (friend, host)
    _text(other).fill("")
    _types(other, HALF)
    for _ in range(3):
        other.page.keyboard.press("ArrowLeft")
    version = other.version
    _text(active).blur()  # typing there plays no card
    active.play_one()
    other.moves_on_from(version)
    expect(_text(other)).to_have_value(HALF)
    expect(_text(other)).to_be_focused()
    assert _text(other).evaluate("field => field.selectionStart") == len(HALF) - 3
    expect(other.page.locator("#board [name=pick]:checked")).to_have_count(0)
    expect(other.page.locator("#board[aria-busy]")).to_have_count(0)
    other.page.reload()
    expect(_text(other)).to_have_value(HALF)
    _text(other).focus()
    other.page.keyboard.press("End")
    other.page.keyboard.type("ay it")
    other.page.keyboard.press("Enter")
    for person in (active, other):
        expect(_said(person).last).to_have_text(HALF + "ay it")


def _what_a_spectator_says_stays_there(watcher: Person, *players: Person) -> None:
    before = [_said(player).count() for player in players]
    _types(watcher, "A secret of the onlookers")
    # Writing turns a stranger into a guest, and the page reloads.
    watcher.page.keyboard.press("Enter")
    expect(_said(watcher).last).to_have_text("A secret of the onlookers")
    _types(watcher, "And another")
    watcher.page.keyboard.press("Enter")
    expect(_said(watcher).last).to_have_text("And another")
    # After a later message has arrived, the first one would have arrived too.
    _text(players[0]).fill("")
    _types(players[0], "Whose turn?")
    players[0].page.keyboard.press("Enter")
    for player, count in zip(players, before, strict=True):
        expect(_said(player).last).to_have_text("Whose turn?")
        expect(_said(player)).to_have_count(count + 1)
        assert "A secret" not in "".join([player.page.content(), *player.frames])


def _is_muted_and_heard_again(host: Person, friend: Person) -> None:
    host.page.evaluate("window.neverReloaded = true")
    line = host.page.locator(".said:not(.said--mine)").first
    line.hover()
    host.press(line.get_by_role("button", name=f"Mute {friend.name}"))
    expect(host.page.locator(".said--muted").first).to_contain_text("muted")
    _text(friend).fill("Do you hear me?")
    friend.page.keyboard.press("Enter")
    expect(_said(friend).last).to_have_text("Do you hear me?")
    expect(_said(host).filter(has_text="Do you hear me?")).to_have_count(0)
    host.press(host.page.locator(".said__undo").first)
    expect(_said(host).last).to_have_text("Do you hear me?")
    assert host.page.evaluate("window.neverReloaded")


def test_on_a_phone_the_talk_is_a_sheet_with_a_count(arrive: Arrive, server: Server) -> None:
    host, friend = arrive(kind="guest"), arrive(kind="guest", hands=by_finger, phone=True)
    lay(server, GAME, [host, friend], ready=False)
    expect(friend.page.locator("#unread")).to_be_hidden()
    for text in ("Hello", "Are you there?"):
        _types(host, text)
        host.page.keyboard.press("Enter")
        expect(_text(host)).to_have_value("")
    expect(friend.page.locator("#unread")).to_contain_text("2")
    friend.page.reload()
    expect(friend.page.locator("#unread")).to_contain_text("2")
    friend.press(friend.page.locator(".talk-button"))
    expect(_said(friend).last).to_be_in_viewport()
    _types(friend, "Yes")
    friend.press(friend.page.get_by_role("button", name="Send"))
    expect(_said(host).last).to_have_text("Yes")
    friend.press(friend.page.locator("#talk .sheet__close"))
    expect(friend.page.locator("#unread")).to_be_hidden()
    friend.page.reload()
    expect(friend.page.locator("#unread")).to_be_hidden()
    assert friend.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_refusal_is_directly_above_the_field(
    arrive: Arrive, server: Server, *, phone: bool
) -> None:
    host, friend = arrive(kind="guest", phone=phone), arrive(kind="guest")
    host.expected_troubles += ["429"]
    lay(server, GAME, [host, friend], ready=False)
    if phone:
        host.press(host.page.locator(".talk-button"))
    refusal = host.page.locator("#talk-refusal")
    for number in range(MANY):
        _types(host, f"Message {number}")
        host.page.keyboard.press("Enter")
        host.page.wait_for_function(ANSWERED)
        if refusal.is_visible():
            break
    expect(refusal).to_have_text(re.compile(r"\w"))
    expect(_text(host)).to_have_value(f"Message {number}")
    expect(_said(host).last).to_have_text(f"Message {number - 1}")
    newest, above, field = (
        one.bounding_box() for one in (_said(host).last, refusal, host.page.locator("#say"))
    )
    assert newest
    assert above
    assert field
    assert newest["y"] + newest["height"] <= above["y"]
    assert above["y"] + above["height"] <= field["y"] <= above["y"] + above["height"] + NEAR
    expect(refusal).to_be_in_viewport(ratio=1)


def test_after_a_break_nothing_is_missing_and_nothing_twice(
    arrive: Arrive, server: Server, line: Line
) -> None:
    host, friend = arrive(kind="guest"), arrive(kind="guest", home=line.url)
    friend.expected_troubles += ["WebSocket", "htmx:ws:error", "ERR_"]
    lay(server, GAME, [host, friend], ready=False)
    _types(friend, "One")
    friend.page.keyboard.press("Enter")
    expect(_said(host)).to_have_text(["One"])
    expect(_text(friend)).to_have_value("")
    line.cut()
    expect(friend.page.locator("#offline")).to_be_visible()
    _types(host, "Two")
    host.page.keyboard.press("Enter")
    _types(friend, "Three")
    friend.page.keyboard.press("Enter")
    # Unless cancelled, the message is sent automatically after reconnecting.
    expect(friend.page.locator("[data-speak][aria-busy]")).to_have_count(0)
    expect(_text(friend)).to_have_value("Three")
    line.mend()
    expect(_said(friend)).to_have_text(["One", "Two"])
    friend.page.keyboard.press("Enter")
    for person in (host, friend):
        expect(_said(person)).to_have_text(["One", "Two", "Three"])


def test_without_scripts_it_is_a_form(arrive: Arrive, server: Server) -> None:
    host = arrive(kind="guest", scripted=False)
    host.expected_troubles += ["status of 4"]
    lay(server, GAME, [host], seats=2, ready=False)
    host.page.locator("#talk-text").fill("Is anybody here?")
    host.press(host.page.get_by_role("button", name="Send"))
    expect(_said(host)).to_have_text(["Is anybody here?"])
    for _ in range(6):
        host.page.locator("#talk-text").fill("Hello?")
        host.press(host.page.get_by_role("button", name="Send"))
    expect(host.page.get_by_role("alert").filter(has_text="Please wait a moment")).to_be_visible()
    expect(_text(host)).to_have_value("Hello?")


def _said(person: Person) -> Locator:
    return person.page.locator(".said__words")


def _text(person: Person) -> Locator:
    return person.page.locator("#talk-text")


def _types(person: Person, words: str) -> None:
    """Type into the field with this person's hands."""
    if person.hands is by_keys:
        _text(person).focus()
    elif person.hands is by_finger:
        _text(person).tap()
    else:
        _text(person).click()
    person.page.keyboard.type(words)
