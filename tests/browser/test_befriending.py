"""Two people become friends by a link, see each other online, and one invites the other to a table."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import new_name


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
    arrived = friend.page.get_by_role("link", name=f"{host.name} invites you: Sleeping Queens")
    expect(arrived).to_be_visible()
    friend.press(arrived)
    expect(friend.page.locator(".seats")).to_contain_text("A seat is reserved for you")
    friend.press(friend.page.get_by_role("button", name="Sit down"))
    expect(friend.page.locator("[data-ready]")).to_be_visible()
