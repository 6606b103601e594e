"""Two people become friends by a link, see each other online, and one invites the other to a table."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import new_name
from tests.browser.server import Server


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
    anna.goto(f"/people/{ben.name}/")
    anna.press(anna.page.locator(".person__unfolds:has(form.stack) > summary"))
    anna.page.get_by_label("Game").select_option("sleeping_queens")
    anna.press(anna.page.get_by_role("button", name="Challenge", exact=True))
    expect(anna.page.locator(".seats")).to_contain_text(f"Reserved for {ben.name}")
    asked = ben.page.locator("#invitations")
    expect(asked).to_contain_text(f"{anna.name} challenges you: Sleeping Queens, Live.")
    ben.press(asked.get_by_role("button", name="Decline"))
    expect(asked).to_be_empty()
    told = anna.page.locator("#invitations")
    expect(told).to_contain_text(f"{ben.name} cannot play now")
    anna.press(told.get_by_role("button", name="All right"))
    expect(told).not_to_contain_text("cannot play now")
