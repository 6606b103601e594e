"""Matches over days: undone moves, pauses, left seats, standing orders, and hours without a clock."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.person import (
    AT_TABLE,
    DESK,
    PATIENCE_MS,
    PHONE,
    Hands,
    Person,
    by_finger,
    by_mouse,
)
from tests.browser.server import Server
from tests.browser.tables import asked, lay

PASS = ["pass"]
PRIVATE = "https://127.0.0.1/hook"
"""An address to which nothing is sent, because the host has not allowed it."""
NOBODYS = "https://hooks.invalid/hook"
"""A name that no resolver knows (RFC 6761, 6.4)."""


def begin(arrive: Arrive, server: Server, *, people: int = 2, **wishes: Any) -> list[Person]:
    """Return people at a dealt table by correspondence."""
    sitting = [arrive(kind="guest", **wishes) for _ in range(people)]
    lay(server, "daumen_drauf", sitting, tempo="correspondence")
    for person in sitting:
        person.page.evaluate("window.neverReloaded = true")
    return sitting


def led(people: list[Person]) -> Person:
    """Let one player show a card; return the player who must beat it or pass."""
    leader = asked(*people)
    version = leader.version
    leader.choose(min(leader.offers))
    leader.moves_on_from(version)
    others = [person for person in people if person is not leader]
    card = leader.log()[-1].removeprefix("You lead with the ")
    for person in others:
        last = person.page.locator(".log__lines > li:not([data-kind=drew])").last
        expect(last).to_contain_text(f"leads with the {card}")
    return asked(*others)


def passes(person: Person) -> None:
    """Pass, and check that it happened."""
    version = person.version
    person.choose(PASS)
    person.moves_on_from(version)


def take_back(person: Person) -> Locator:
    """Return the undo button, which exists until a player learns something new."""
    return person.page.locator("#take-back")


@pytest.mark.parametrize("by_key", [False, True])
def test_a_pass_is_taken_back_and_what_is_done_instead_stands(
    arrive: Arrive, server: Server, *, by_key: bool
) -> None:
    people = begin(arrive, server, people=3)
    first = led(people)
    passes(first)
    expect(take_back(first)).to_be_visible()
    for other in people:
        if other is not first:
            expect(take_back(other)).to_have_count(0)
    if by_key:
        # The pressed control is gone; the table's keys work again as soon as the table has the
        # focus.
        first.page.wait_for_function(AT_TABLE)
        first.page.keyboard.press("z")
    else:
        first.press(take_back(first))
    expect(first.page.locator(".log__lines > li").last).to_have_text("You take that back.")
    assert PASS in first.offers
    passes(first)
    expect(take_back(first)).to_have_count(0)
    assert all(person.page.evaluate("window.neverReloaded") for person in people)


def test_a_pass_that_somebody_has_answered_is_not_taken_back(
    arrive: Arrive, server: Server
) -> None:
    people = begin(arrive, server, people=3)
    first = led(people)
    passes(first)
    expect(take_back(first)).to_be_visible()
    passes(asked(*(person for person in people if person is not first)))
    expect(take_back(first)).to_have_count(0)
    first.page.keyboard.press("z")
    expect(first.page.locator("#call[role=alert]")).to_have_count(0)
    assert not any("that back" in line for line in first.log())


def test_a_pause_begins_when_all_agree_and_ends_when_one_goes_on(
    arrive: Arrive, server: Server
) -> None:
    host, friend = people = begin(arrive, server)
    propose = host.page.get_by_role("button", name="Propose a pause")
    host.press(propose)
    for person in people:
        expect(person.page.locator("#pausing")).to_contain_text("would like a pause")
    expect(propose).to_have_count(0)
    friend.press(friend.page.get_by_role("button", name="Not now"))
    expect(host.page.locator("#pausing")).to_have_count(0)
    host.press(propose)
    friend.press(friend.page.get_by_role("button", name="Agree"))
    for person in people:
        expect(person.page.locator("#pausing")).to_contain_text("This match is paused.")
        expect(person.board).to_have_attribute("data-offers", "[]")
    host.press(host.page.get_by_role("button", name="Resume"))
    for person in people:
        expect(person.page.locator("#pausing")).to_have_count(0)
    version = asked(*people).version
    led(people)
    assert max(person.version for person in people) > version
    assert all(person.page.evaluate("window.neverReloaded") for person in people)


def test_nothing_above_the_table_is_pushed_over_its_cards(arrive: Arrive, server: Server) -> None:
    host, friend = arrive(kind="guest"), arrive(kind="guest")
    lay(server, "sleeping_queens", [host, friend], tempo="correspondence")
    friend.press(friend.page.get_by_role("button", name="Leave the match"))
    leave = friend.page.locator("#leave-sheet").get_by_role("button", name="Leave", exact=True)
    friend.press(leave)
    expect(host.page.locator(".absent")).to_contain_text("plays for")
    for above in (".absent", ".absent, .pausing"):
        expect(host.page.locator(".board__table").locator(above).first).to_be_visible()
        slots, reach, hand = (
            host.page.locator(f".sq {part}").bounding_box()
            for part in ("#slots", ".reach", "#hand")
        )
        assert slots is not None
        assert reach is not None
        assert hand is not None
        assert slots["y"] + slots["height"] <= reach["y"]
        assert hand["y"] + hand["height"] <= DESK["height"]
        if "pausing" not in above:
            host.press(host.page.get_by_role("button", name="Propose a pause"))
            expect(host.page.locator("#pausing")).to_be_visible()


def test_what_an_absent_player_is_asked_leaves_their_hand_whole(
    arrive: Arrive, server: Server
) -> None:
    """A question to an absent player leaves their hand visible.

    Two lines of text and buttons above the hand must not cut the cards, nor separate the bot's
    picture from its sentence on a phone.
    """
    away, host, other = (arrive(kind="member", locale="de-DE") for _ in range(3))
    lay(server, "sleeping_queens", [away, host, other], tempo="correspondence")
    away.press(away.page.get_by_role("button", name="Partie verlassen"))
    away.press(away.page.locator("#leave-sheet [form=leave-match]"))
    host.press(host.page.locator("[form^=offer-seat]"))
    strip = away.page.locator(".absent__one")
    expect(strip.locator("[form=object-to-substitute]")).to_be_visible()
    table = away.page.locator(".board__table").bounding_box()
    hand = away.page.locator(".sq #hand").bounding_box()
    assert table is not None
    assert hand is not None
    assert hand["y"] + hand["height"] <= table["y"] + table["height"]
    away.page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # width and height
    words, picture = (
        strip.locator("[data-told]").bounding_box(),
        strip.locator("svg").bounding_box(),
    )
    assert words is not None
    assert picture is not None
    assert picture["x"] + picture["width"] <= words["x"]
    assert words["y"] <= picture["y"] + picture["height"] / 2 <= words["y"] + words["height"]


@pytest.mark.parametrize(("hands", "phone"), [(by_mouse, False), (by_finger, True)])
def test_a_bot_plays_for_a_player_who_leaves_until_they_return(
    arrive: Arrive, server: Server, hands: Hands, *, phone: bool
) -> None:
    host, friend = arrive(kind="guest", hands=hands, phone=phone), arrive(kind="guest")
    lay(server, "schlafmuetzen", [host, friend], tempo="correspondence")
    if phone:
        host.press(host.page.get_by_role("button", name="What happened so far"))
    host.press(host.page.get_by_role("button", name="Leave the match"))
    sheet = host.page.locator("#leave-sheet")
    host.press(sheet.get_by_role("button", name="Stay"))
    expect(sheet).to_be_hidden()
    host.press(host.page.get_by_role("button", name="Leave the match"))
    host.press(sheet.get_by_role("button", name="Leave", exact=True))
    back = host.page.get_by_role("button", name="Take my seat back")
    expect(back).to_be_visible()
    expect(friend.page.locator(".absent")).to_contain_text("plays for")
    # The bot plays at each turn of that seat, so the table never waits for the absent player.
    for _ in range(2):
        friend.awaits_turn()
        friend.play_one()
    friend.press(friend.page.get_by_role("button", name="Find a substitute"))
    friend.press(friend.page.get_by_role("button", name="Link for a substitute"))
    expect(friend.page.locator("[id^=offer-link-]")).to_have_value(re.compile(r"^http.+/join/"))
    friend.page.keyboard.press("Escape")
    host.press(back)
    expect(back).to_have_count(0)
    for person in (host, friend):
        expect(person.page.locator(".absent")).to_have_count(0)
    expect(friend.page.locator(".came-and-went")).to_contain_text("is back")


def test_a_standing_order_is_known_to_its_owner_alone(arrive: Arrive, server: Server) -> None:
    people = begin(arrive, server, people=3, motion=True)
    leader = asked(*people)
    owner, other = (person for person in people if person is not leader)
    # Wait for other changes to end: arriving players, and cards that are still marked as moving.
    for person in people:
        expect(person.board.locator(".place .here[data-here]")).to_have_count(len(people) - 1)
    expect(other.page.locator("#board [style*=view-transition]")).to_have_count(0)
    frames, before = len(other.frames), other.board.inner_html()
    menu = owner.page.locator("#order-menu")
    owner.press(menu.locator("summary"))
    owner.page.keyboard.press("Escape")
    expect(menu.get_by_role("button")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    owner.press(menu.locator("summary"))
    owner.press(menu.get_by_role("button", name="Pass until the trick ends"))
    given = owner.page.locator("#order-given")
    expect(given).to_contain_text("Pass until the trick ends")
    expect(given.get_by_role("button")).to_be_focused()
    owner.press(given.get_by_role("button", name="Stop"))
    expect(menu.locator("summary")).to_be_focused()
    expect(given).to_have_count(0)
    owner.press(menu.locator("summary"))
    owner.press(menu.get_by_role("button", name="Pass until the trick ends"))
    expect(given).to_be_visible()
    assert owner.page.evaluate("window.neverReloaded")
    assert not [frame for frame in other.frames[frames:] if "pieces" in frame]
    assert other.board.inner_html() == before


def test_a_menu_stays_unfolded_while_others_play(arrive: Arrive, server: Server) -> None:
    people = begin(arrive, server, people=3)
    leader = asked(*people)
    others = [person for person in people if person is not leader]
    for person in others:
        person.press(person.page.locator("#order-menu summary"))
    leader.play_one()
    bidder = asked(*others)
    choice = bidder.page.locator("#order-menu").get_by_role("button")
    expect(choice).to_be_visible()
    assert bidder.page.evaluate("window.neverReloaded")


def test_quiet_hours_and_a_vacation_stand_in_the_line(arrive: Arrive, server: Server) -> None:
    people = begin(arrive, server)
    mine = asked(*people)
    table = mine.page.url
    expect(mine.page.locator("#burn-sentence")).to_contain_text(re.compile(r"^Play by .+ UTC"))
    now = datetime.now(UTC)
    mine.goto("/preferences/")
    mine.page.get_by_label("Quiet hours from").fill((now - timedelta(hours=1)).strftime("%H:%M"))
    mine.page.get_by_label("Quiet hours to").fill((now + timedelta(hours=2)).strftime("%H:%M"))
    mine.press(mine.page.get_by_role("button", name="Save"))
    mine.page.goto(table)
    sentence = mine.page.locator("#burn-sentence")
    expect(sentence).to_contain_text("The clock is stopped during your quiet hours.")
    # Other players do not learn the reason.
    other = next(person for person in people if person is not mine)
    expect(other.page.locator("#burn-sentence")).to_contain_text("The clock is stopped.")
    expect(other.page.locator("#burn-sentence")).not_to_contain_text("quiet")

    mine.goto("/preferences/")
    mine.press(mine.page.get_by_role("main").get_by_role("link", name="Vacation"))
    today = date.fromisoformat(mine.page.get_by_label("First day off").input_value())
    mine.page.get_by_label("Last day off").fill(f"{today + timedelta(days=2)}")
    mine.press(mine.page.get_by_role("button", name="Take these days off"))
    expect(mine.page.get_by_role("heading", name="You are on vacation")).to_be_visible()
    vacation = mine.page.url
    mine.page.goto(table)
    expect(sentence).to_contain_text("The clock is stopped while you are on vacation.")
    mine.page.goto(vacation)
    mine.press(mine.page.get_by_role("button", name="I am back"))
    mine.page.goto(table)
    expect(sentence).to_contain_text("The clock is stopped during your quiet hours.")


def test_a_webhook_is_kept_and_tried(arrive: Arrive) -> None:
    person = arrive()
    person.expected_troubles.append("422")
    person.play_now()
    person.goto("/notices/")
    person.unfold()
    keep = person.page.locator("form[action$='webhook/'] button")
    for refused in ("ftp://hooks.example/1", PRIVATE):
        person.page.get_by_label("Address (URL)").fill(refused)
        person.press(keep)
        expect(person.page.locator(".field__errors")).to_be_visible()
        expect(person.page.get_by_label("Address (URL)")).to_have_value(refused)
    person.page.get_by_label("Address (URL)").fill(NOBODYS)
    person.page.locator("[name=shape][value=raw]").check(force=True)
    person.press(keep)
    expect(person.page.get_by_label("The secret")).to_have_value(re.compile("."))
    person.press(person.page.get_by_role("button", name="Send a test message"))
    chip = person.page.locator(".told .chip").first
    for _ in range(PATIENCE_MS // 250):
        person.goto("/notices/")
        if chip.inner_text() == "failed":
            break
        person.page.wait_for_timeout(250)
    expect(chip).to_have_text("failed")
    expect(person.page.locator(".told").first).to_contain_text("did not answer")
