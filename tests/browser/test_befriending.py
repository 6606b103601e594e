"""Two people become friends by a link, see each other online, and one invites the other to a table."""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import DESK, PHONE, Person, new_name
from tests.browser.server import Server
from tests.sure import sure

COVERED = """() => {
    const bars = document.getElementById("invitations").getBoundingClientRect();
    const { top, bottom, height } = document.activeElement.getBoundingClientRect();
    return !document.activeElement.closest("#invitations, header, body:focus") && height < 200
        && top < bars.bottom - 1 && bottom > bars.top + 1;
}"""
"""Whether the bars cover the element with the focus."""
BARS_STYLES = "[...document.styleSheets].some(({ href }) => href?.includes('/bars.'))"
"""Whether the page has loaded the styles of the bars."""
LOW = 320
"""The height of a phone on its side, without the bars of its browser."""
CALM_MS = 700
"""Longer than a press on a bar that has just come is ignored (core/js/bars.js)."""
SENT = """() => {
    window.sent = [];
    document.addEventListener("submit", ({ submitter }) => window.sent.push(submitter.formAction));
}"""
"""Records the answers that presses give."""


def test_friends_find_each_other_and_play(arrive: Arrive) -> None:
    host, friend = (arrive(kind="member", name=new_name(one)) for one in ("Frieda", "Fritz"))
    host.goto("/friends/")
    expect(host.page.locator(".empty")).to_contain_text("No friends here yet")
    link = urlsplit(host.page.locator("#friend-link").input_value()).path
    friend.goto(link)
    friend.press(friend.page.get_by_role("button", name="Become friends"))
    friends = friend.page.locator(".rows")
    expect(friends).to_contain_text(host.name)
    expect(friends).to_contain_text("here now")

    # Frieda opens a table and invites from her page of friends; Fritz is on another page of the
    # site.
    friend.goto("/rules/wortspiel/")
    host.goto("/play/sleeping_queens/friends/")
    host.press(host.page.get_by_role("button", name="Create table"))
    expect(host.page.locator(".seats")).to_be_visible()
    host.goto("/friends/")
    host.press(host.page.get_by_role("button", name=f"Invite to Sleeping Queens {friend.name}"))
    expect(host.page.locator("body")).to_contain_text("Invited. A seat is reserved for them.")
    asked = friend.page.locator("#invitations")
    expect(asked).to_contain_text(f"{host.name} invites you: Sleeping Queens")
    friend.page.wait_for_timeout(CALM_MS)
    friend.press(asked.get_by_role("button", name="Accept"))
    expect(friend.page.locator("[data-ready]")).to_be_visible()


def test_a_name_at_the_table_opens_a_card(arrive: Arrive, server: Server) -> None:
    """The card leaves the table as it is, and its buttons answer in place."""
    anna, ben = (arrive(kind="member", name=new_name(one)) for one in ("Anna", "Ben"))
    table = server.console("lay", game="sleeping_queens", people=[anna.name, ben.name])
    anna.goto(table)
    ben.goto("/rules/wortspiel/")
    expect(anna.page.locator("#hand .card")).to_have_count(5)
    anna.press(anna.page.locator("#board .who", has_text=ben.name).first)
    card = anna.page.get_by_role("dialog", name=ben.name)
    expect(card).to_contain_text("No rated match yet.")
    anna.press(card.get_by_role("button", name="Add as a friend"))
    expect(card).to_contain_text("Asked")
    expect(ben.page.locator("#waiting .count")).to_have_text("1")
    anna.press(card.locator(".person__unfolds:has(.person__more) > summary"))
    anna.press(card.get_by_role("button", name="Mute"))
    expect(card.get_by_role("button", name="Unmute")).to_be_visible()
    anna.press(card.get_by_role("button", name="Close"))
    expect(card).to_be_hidden()
    assert urlsplit(anna.page.url).path == table
    expect(anna.page.locator("#hand .card")).to_have_count(5)
    ben.goto("/friends/")
    ben.press(ben.page.get_by_role("button", name=f"Accept {anna.name}"))
    expect(ben.page.locator(".rows")).to_contain_text(anna.name)
    expect(ben.page.locator("#waiting .count")).to_have_count(0)


def test_a_challenge_is_answered_on_any_page(arrive: Arrive) -> None:
    anna, ben = (arrive(kind="member", name=new_name(one)) for one in ("Anna", "Ben"))
    ben.goto("/rules/wortspiel/")
    assert not ben.page.evaluate(BARS_STYLES)
    _challenge(anna, ben)
    expect(anna.page.locator(".seats")).to_contain_text(f"Reserved for {ben.name}")
    asked = ben.page.locator("#invitations")
    expect(asked).to_contain_text(f"{anna.name} challenges you: Sleeping Queens, Live.")
    ben.page.wait_for_timeout(CALM_MS)
    ben.press(asked.get_by_role("button", name="Decline"))
    expect(asked).to_be_empty()
    assert ben.page.evaluate(BARS_STYLES)
    told = anna.page.locator("#invitations")
    expect(told).to_contain_text(f"{ben.name} cannot play now")
    anna.page.wait_for_timeout(CALM_MS)
    anna.press(told.get_by_role("button", name="All right"))
    expect(told).not_to_contain_text("cannot play now")


def test_a_bar_is_in_sight_and_answered_in_place(arrive: Arrive, server: Server) -> None:
    """It arrives on a scrolled page, covers little of a low window, and leaves a message half
    typed.
    """
    names = ("Anna", "Ben", "Carla", "Dora")
    anna, ben, carla, dora = (arrive(kind="member", name=new_name(one)) for one in names)
    ben.page.set_viewport_size({"width": 844, "height": 390})
    ben.goto("/rules/wortspiel/")
    ben.page.keyboard.press("End")
    _challenge(anna, ben)
    bars = ben.page.locator("#invitations")
    expect(bars).to_contain_text(f"{anna.name} challenges you")
    expect(bars).to_be_in_viewport(ratio=1)
    assert sure(bars.bounding_box())["height"] <= 390 / 5
    ben.page.evaluate("scrollTo(0, 600)")
    for _ in range(30):
        ben.page.keyboard.press("Shift+Tab")
        assert not ben.page.evaluate(COVERED)

    ben.page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # width and height
    ben.goto(server.console("lay", game="sleeping_queens", people=[ben.name], bots=["easy"]))
    _challenge(carla, ben)
    expect(bars.locator(".asked-more > summary")).to_have_text("1 more")
    assert sure(bars.bounding_box())["height"] <= PHONE["height"] / 5
    ben.page.set_viewport_size(DESK)  # type: ignore[arg-type]  # width and height
    ben.page.evaluate("window.neverReloaded = true")
    ben.page.wait_for_timeout(CALM_MS)
    ben.press(bars.locator(".asked-more > summary"))
    _challenge(dora, ben)
    expect(bars.locator(".asked-more > summary")).to_have_text("2 more")
    expect(bars.locator(".asked-bar:visible")).to_have_count(3)
    field = ben.page.locator("#talk-text")
    field.fill("Half a mess")
    for left in (2, 1):
        ben.page.wait_for_timeout(CALM_MS)
        ben.press(bars.get_by_role("button", name="Decline").first)
        expect(bars.locator(".asked-bar")).to_have_count(left)
        expect(field).to_be_focused()
    ben.page.wait_for_timeout(CALM_MS)
    ben.press(bars.get_by_role("button", name="Decline"))
    expect(bars).to_be_empty()
    expect(field).to_have_value("Half a mess")
    assert ben.page.evaluate("window.neverReloaded")


def test_opened_bars_lie_over_the_page_and_end_in_the_window(arrive: Arrive) -> None:
    """They scroll and fade on a low window; Escape, and a press beside them, close them."""
    names = ("Anna", "Ben", "Carla", "Dora", "Emil", "Frieda")
    anna, *others = (arrive(kind="member", name=new_name(one)) for one in names)
    anna.page.set_viewport_size({"width": 844, "height": LOW})
    for one in others:
        _challenge(one, anna)
    anna.goto("/rules/wortspiel/")
    page = anna.page
    closed, below = page.locator("#invitations").bounding_box(), page.locator("h1").bounding_box()
    fold, opened = page.locator(".asked-more > summary"), page.locator(".asked-more__list")
    ways = (partial(page.keyboard.press, "Escape"), partial(page.mouse.click, 422, LOW - 4))
    for close in ways:
        page.wait_for_timeout(CALM_MS)
        anna.press(fold)
        opened.evaluate("one => one.scrollTo(0, 0)")
        box = sure(opened.bounding_box())
        assert box["y"] + box["height"] <= LOW
        assert opened.evaluate("one => one.scrollHeight > one.clientHeight")
        expect(opened).to_have_css("mask-image", re.compile(r"calc\(100% - "))
        opened.locator(".asked-bar").last.scroll_into_view_if_needed()
        expect(opened.locator(".asked-bar").last).to_be_in_viewport(ratio=1)
        assert page.locator("#invitations").bounding_box() == closed
        assert page.locator("h1").bounding_box() == below
        close()
        expect(opened).to_be_hidden()


def test_a_press_answers_the_bar_it_was_meant_for(arrive: Arrive) -> None:
    """A new challenge moves no bar and no focus, and a bar that has just come is not pressed."""
    names = ("Anna", "Ben", "Emil")
    anna, ben, emil = (arrive(kind="member", name=new_name(one)) for one in names)
    ben.goto("/rules/wortspiel/")
    ben.page.evaluate("window.neverReloaded = true")
    _challenge(anna, ben)
    bars = ben.page.locator("#invitations")
    accept = bars.get_by_role("button", name="Accept").first
    expect(bars).to_contain_text(f"{anna.name} challenges you")
    spot = sure(accept.bounding_box())
    accept.focus()
    _challenge(emil, ben)
    expect(bars.locator(".asked-more > summary")).to_have_text("1 more")
    expect(bars.locator(".asked-bar").first).to_contain_text(f"{anna.name} challenges you")
    expect(accept).to_be_focused()
    assert accept.bounding_box() == spot

    ben.page.evaluate(SENT)
    middle = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    anna.press(anna.page.get_by_role("button", name="Leave"))
    expect(bars.locator(".asked-bar").first).to_contain_text(f"{emil.name} challenges you")
    ben.page.mouse.click(*middle)
    assert ben.page.evaluate("window.sent") == []
    ben.page.wait_for_timeout(CALM_MS)
    ben.page.mouse.click(*middle)
    expect(ben.page.locator("[data-ready]")).to_be_visible()


def test_a_bar_is_put_away_and_the_seat_stays(arrive: Arrive) -> None:
    """The bar is gone from every page, without a word to the host; the header counts the table."""
    anna, ben = (arrive(kind="member", name=new_name(one)) for one in ("Anna", "Ben"))
    ben.goto("/rules/wortspiel/")
    _challenge(anna, ben)
    bars = ben.page.locator("#invitations")
    expect(bars).to_contain_text(f"{anna.name} challenges you")
    ben.page.wait_for_timeout(CALM_MS)
    ben.press(bars.get_by_role("button", name="Later"))
    expect(bars).to_be_empty()
    expect(ben.page.locator("#waiting [data-next]")).to_contain_text("(1)")
    expect(anna.page.locator(".seats")).to_contain_text(f"Reserved for {ben.name}")
    expect(anna.page.locator("#invitations")).to_be_empty()
    ben.goto("/")
    expect(bars).to_be_empty()
    expect(ben.page.locator("#yours")).to_contain_text("A seat is reserved for you")
    ben.goto("/friends/")
    invited = ben.page.locator("#invited")
    expect(invited).to_contain_text(f"{anna.name} challenges you")
    ben.press(invited.get_by_role("button", name="Decline"))
    expect(invited).to_be_hidden()
    expect(ben.page.locator("#friend-name")).to_be_visible()


def test_many_bars_leave_most_of_the_window_and_scroll(arrive: Arrive, server: Server) -> None:
    ben = arrive(kind="member", name=new_name("Ben"))
    for name in ("Anna", "Carla", "Dora", "Emil", "Fritz"):
        _challenge(arrive(kind="member", name=new_name(name)), ben)
    for size in ({"width": 390, "height": 844}, {"width": 844, "height": 390}):
        ben.page.set_viewport_size(size)  # type: ignore[arg-type]  # width and height
        ben.goto("/rules/wortspiel/")
        bars = ben.page.locator("#invitations")
        ben.press(bars.locator(".asked-more > summary"))
        expect(bars.locator(".asked-bar:visible")).to_have_count(5)
        assert sure(bars.bounding_box())["height"] <= 0.4 * size["height"] + 1
        last = bars.get_by_role("button", name="Later").last
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=1)


def _challenge(asker: Person, asked: Person) -> None:
    asker.goto(f"/people/{asked.name}/")
    asker.press(asker.page.locator(".person__unfolds:has(form.stack) > summary"))
    asker.page.get_by_label("Game").select_option("sleeping_queens")
    asker.press(asker.page.get_by_role("button", name="Challenge", exact=True))
