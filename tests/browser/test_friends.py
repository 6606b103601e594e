"""Several people with separate browsers at one table, and what each of them sees."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.line import Line
from tests.browser.person import PRIVATE, Person, new_name
from tests.browser.server import Server
from tests.browser.tables import agree, asked, sees_result

OWN_HAND = re.compile(r'id="hand"|data-key=|name="pick"|data-kind="drew"')
"""Elements that only the pages of card holders contain."""


def test_two_play_while_a_third_watches_and_one_line_breaks(
    arrive: Arrive, server: Server, line: Line
) -> None:
    host = arrive()
    friend, watcher = arrive(home=line.url, motion=True), arrive(motion=True)
    friend.expected_troubles += ["WebSocket", "htmx:ws:error", "ERR_"]
    invitation = _lays_a_table(host)
    name = new_name("Wilma")
    friend.sit_down(invitation, name)
    expect(host.page.locator(".seats")).to_contain_text(name)
    _watches(watcher, invitation)
    expect(watcher.page.locator(".seats")).to_contain_text(name)
    watcher.page.evaluate("window.neverReloaded = true")
    host.press(host.page.locator("[data-ready]"))
    friend.press(friend.page.locator("[data-ready]"))
    for person in (host, friend):
        expect(person.page.locator("#hand .card")).to_have_count(5)
    expect(watcher.page.locator("#slots .card")).to_have_count(12)

    friend.page.evaluate("window.neverReloaded = true")
    for _ in range(6):
        asked(host, friend).play_one()
    _loses_the_line_and_finds_it_again(host, friend, line)
    server.console("play_round", path=urlsplit(host.page.url).path)

    for person in (host, friend, watcher):
        sees_result(person)
    assert _ending(host) == _ending(friend) == _ending(watcher)
    praise = host.page.locator(".result").get_by_role("button", name="Well played")
    host.press(praise)
    expect(friend.page.locator("#talk-lines")).to_contain_text("Well played")
    expect(praise).to_be_disabled()
    expect(watcher.page.locator(".result").get_by_role("button", name="Well played")).to_have_count(
        0
    )
    for person in (friend, watcher):
        assert person.page.evaluate("window.neverReloaded")
    for seen in (watcher.page.content(), *watcher.frames):
        assert not OWN_HAND.search(seen)


def test_a_player_who_comes_too_late_is_told_so_and_may_watch(arrive: Arrive) -> None:
    host, friend, late = arrive(), arrive(), arrive()
    invitation = _lays_a_table(host)
    name = new_name("Ottilie")
    friend.sit_down(invitation, name)
    late.goto(invitation)
    expect(late.page.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(late.page.locator(".notice:not(#offline, #ended)")).to_have_text(re.compile(r"\w+.*\."))
    late.press(late.page.get_by_role("button", name="Just watch"))
    expect(late.page.locator(".seats")).to_contain_text(name)


def _lays_a_table(host: Person) -> str:
    """Make a table and return the path of its invitation."""
    host.goto("/")
    host.press(host.page.locator("a[href='/play/sleeping_queens/friends/']"))
    # Without time pressure: the test is about people.
    host.unfold()
    host.page.get_by_label("One day per move").check()
    host.press(host.page.get_by_role("button", name="Create table"))
    return urlsplit(host.page.locator("#invite").input_value()).path


def _watches(watcher: Person, invitation: str) -> None:
    watcher.goto(invitation)
    watcher.press(watcher.page.get_by_role("button", name="Just watch"))


def _loses_the_line_and_finds_it_again(host: Person, friend: Person, line: Line) -> None:
    while asked(host, friend) is not host:
        friend.play_one()
    line.cut()
    expect(friend.page.locator("#offline")).to_be_visible()
    missed = friend.version
    host.play_one()
    assert friend.version == missed
    line.mend()
    friend.moves_on_from(missed)
    expect(friend.page.locator("#offline")).to_be_hidden()
    agree(_table, friend, host)
    agree(_kinds, friend, host)


def _kinds(person: Person) -> list[str | None]:
    """Return the kinds of the public lines of the log; their words address their reader."""
    lines = person.page.locator(f".log__lines > li:not({PRIVATE})").all()
    return [line.get_attribute("data-kind") for line in lines]


def _table(person: Person) -> list[str]:
    """Return the public cards: piles, queens and points, independent of the viewer.

    The last part of a card's id counts equal cards in the viewer's own hand, so it is left out.
    """
    seats = person.page.locator("[id^=place-] :is(.place__name, .place__score)").all_text_contents()
    cards = person.page.locator(":is(#slots, #piles, .queens) .card[id]:not(.glimpse)").all()
    return sorted(" ".join(seat.replace("you", "").split()) for seat in seats) + sorted(
        re.sub(r"^(card-.+)-\d+$", r"\1", card.get_attribute("id") or "") for card in cards
    )


def _ending(person: Person) -> list[str]:
    rows = person.page.locator(".result__places > li").all()
    return [" ".join(row.inner_text().split()).replace(" you", "") for row in rows]
