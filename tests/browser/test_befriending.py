"""Two people become friends by a link, see each other online, and one invites the other to a table."""

from __future__ import annotations

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
    _challenge(anna, ben)
    expect(anna.page.locator(".seats")).to_contain_text(f"Reserved for {ben.name}")
    asked = ben.page.locator("#invitations")
    expect(asked).to_contain_text(f"{anna.name} challenges you: Sleeping Queens, Live.")
    ben.press(asked.get_by_role("button", name="Decline"))
    expect(asked).to_be_empty()
    told = anna.page.locator("#invitations")
    expect(told).to_contain_text(f"{ben.name} cannot play now")
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
    ben.press(bars.locator(".asked-more > summary"))
    _challenge(dora, ben)
    expect(bars.locator(".asked-more > summary")).to_have_text("2 more")
    expect(bars.locator(".asked-bar:visible")).to_have_count(3)
    field = ben.page.locator("#talk-text")
    field.fill("Half a mess")
    for left in (2, 1):
        ben.press(bars.get_by_role("button", name="Decline").first)
        expect(bars.locator(".asked-bar")).to_have_count(left)
        expect(field).to_be_focused()
    ben.press(bars.get_by_role("button", name="Decline"))
    expect(bars).to_be_empty()
    expect(field).to_have_value("Half a mess")
    assert ben.page.evaluate("window.neverReloaded")


def _challenge(asker: Person, asked: Person) -> None:
    asker.goto(f"/people/{asked.name}/")
    asker.press(asker.page.locator(".person__unfolds:has(form.stack) > summary"))
    asker.page.get_by_label("Game").select_option("sleeping_queens")
    asker.press(asker.page.get_by_role("button", name="Challenge", exact=True))
