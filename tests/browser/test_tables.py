"""Creating a table and arranging its chairs, with and without scripts; then a rematch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person, new_name
from tests.browser.server import Server
from tests.browser.tables import lay

FORM = "/play/sleeping_queens/friends/"
AT_END = """() => {
    const lines = document.querySelector(".log__lines");
    return lines.scrollTop > 0 && lines.scrollHeight - lines.scrollTop - lines.clientHeight < 2;
}"""


def test_the_host_arranges_the_chairs_while_people_come_and_go(arrive: Arrive) -> None:
    host, friend = arrive(), arrive()
    host.expected_troubles.append("422")
    host.goto(FORM)
    host.unfold()
    host.page.get_by_label("4", exact=True).check()
    host.page.get_by_label("Seat 2", exact=True).select_option(label="Bot: Normal")
    host.page.get_by_label("Seat 3", exact=True).select_option(label="A certain person")
    host.page.get_by_label("Name for seat 3").fill("Nobody Known")
    host.page.get_by_label("Everyone", exact=True).check()
    _lays(host)
    expect(host.page.locator(".field__errors")).to_have_text(
        "There is no user called Nobody Known."
    )
    host.page.get_by_label("Name for seat 3").fill("")
    _lays(host)
    seats = host.page.locator(".seats__one")
    expect(seats).to_have_count(4)

    friend.goto(host.page.url.removeprefix(host.home))
    host.press(host.page.locator("[popovertarget=chair-2]").first)
    host.page.locator("#friend-2").fill("half a na")
    friend.press(friend.page.get_by_role("button", name="Sit down"))
    expect(friend.page.locator("[data-ready]")).to_be_visible()
    expect(seats.nth(3).locator(".here[data-here]")).to_be_attached()
    # Pushes meanwhile closed no field and deleted no text.
    expect(host.page.locator("#friend-2")).to_be_visible()
    expect(host.page.locator("#friend-2")).to_have_value("half a na")
    host.press(host.page.locator("[form=keep-2]").get_by_text("Reserve seat"))
    unknown = host.page.locator("#refused-keep-2")
    expect(unknown).to_have_text("There is no user called half a na.")
    friend.press(friend.page.locator("[data-ready]"))
    expect(seats.nth(3)).to_contain_text(re.compile(r"(?<!not )ready"))
    # A push does not remove an error until the next attempt.
    expect(unknown).to_be_visible()
    expect(host.page.locator("#friend-2")).to_have_value("half a na")
    friend.press(friend.page.get_by_role("button", name="Not ready after all"))
    expect(seats.nth(3)).to_contain_text("not ready yet")
    expect(unknown).to_be_visible()
    host.page.keyboard.press("Escape")
    host.press(host.page.locator("[popovertarget=chair-2]").first)
    expect(unknown).to_be_hidden()
    host.page.keyboard.press("Escape")

    host.press(host.page.locator("[popovertarget=chair-3]").first)
    host.press(host.page.get_by_role("button", name="Remove"))
    expect(friend.page.locator(".waiting .notice:not([hidden])")).to_contain_text(
        "removed you from this table"
    )
    expect(friend.page.get_by_role("button", name="Sit down")).to_have_count(0)


def test_a_table_is_laid_and_a_chair_kept_without_scripts(arrive: Arrive) -> None:
    host, friend = arrive(scripted=False), arrive(scripted=False)
    host.goto(FORM)
    host.unfold()
    host.page.get_by_label("Seat 2", exact=True).select_option(label="A certain person")
    _lays(host)
    host.press(host.page.locator("[popovertarget=chair-1]").first)
    friend.goto(host.page.locator("#invite-1").input_value().removeprefix(host.home))
    friend.press(friend.page.get_by_role("button", name="Sit down", exact=True))
    expect(friend.page.locator(".seats__one--you")).to_be_visible()
    host.page.reload()
    expect(host.page.locator(".seats__one").nth(1)).to_contain_text("guest")


def test_the_same_again_is_one_press(arrive: Arrive, server: Server) -> None:
    guest = arrive(kind="guest")
    path = lay(server, "sleeping_queens", [guest], bots=["easy"] * 2, target="rounds-1")
    server.console("play_round", path=path)
    # The player can view the table once more, and one press brings the result back.
    away = guest.page.get_by_label("Look at the table")
    guest.press(away)
    expect(guest.page.locator(".result__places")).to_be_hidden()
    expect(guest.page.locator("#slots")).to_have_css("opacity", "1")
    guest.press(guest.page.get_by_label("Show the result"))
    before = guest.page.url
    guest.press(guest.page.get_by_role("button", name="Play again"))
    expect(guest.page.locator("#hand .card")).to_have_count(5)
    assert guest.page.url != before
    # A result is marked as seen when its player goes on to the next match, however early.
    guest.goto("/matches/")
    expect(guest.page.get_by_role("link", name="Replay", exact=True)).to_be_visible()
    expect(guest.page.get_by_text("Match over")).to_have_count(0)


@pytest.mark.parametrize("scripted", [True, False])
def test_the_minutes_are_those_of_the_chosen_seats(arrive: Arrive, scripted: bool) -> None:
    guest = arrive(scripted=scripted)
    guest.goto("/play/schlafmuetzen/friends/")
    for seats, minutes in (("2", "24 to 32"), ("8", "4 to 12"), ("3", "19 to 27")):
        guest.page.get_by_label(seats, exact=True).check(force=True)
        shown = guest.page.locator(".laying__minutes:visible")
        expect(shown).to_have_text(f"About {minutes} minutes a round.")


def _lays(host: Person) -> None:
    host.press(host.page.get_by_role("button", name="Create table"))


def test_a_match_of_two_rounds_goes_on_when_one_is_ready(arrive: Arrive, server: Server) -> None:
    guest = arrive()
    guest.goto(FORM)
    guest.unfold()
    guest.page.get_by_label("2 rounds", exact=True).check()
    guest.page.get_by_label("Seat 2", exact=True).select_option(label="Bot: Easy")
    guest.page.get_by_label("Live", exact=True).check(force=True)
    _lays(guest)
    guest.press(guest.page.locator("[data-ready]"))
    expect(guest.page.locator("#hand .card")).to_have_count(5)
    path = guest.page.url.removeprefix(guest.home).partition("?")[0]
    server.console("play_round", path=path)
    result = guest.page.locator(".result")
    expect(result.locator("tbody tr")).to_have_count(1)
    expect(guest.page.locator("#burn-words")).to_contain_text("second")
    guest.press(guest.page.get_by_role("button", name="Ready for round 2"))
    expect(result).to_have_count(0)
    guest.press(guest.page.get_by_role("button", name="Score pad"))
    expect(guest.page.locator("#pad")).to_be_visible()
    guest.page.keyboard.press("Escape")
    server.console("play_round", path=path)
    expect(result.locator("tbody tr")).to_have_count(2)
    expect(result.locator("polyline")).to_have_count(2)
    expect(guest.page.get_by_role("button", name="Play again")).to_be_visible()


def test_the_log_stays_at_its_newest_line(arrive: Arrive, server: Server) -> None:
    """In a window of any size, unless its user has scrolled back."""
    person, other = (arrive(name=new_name(name), kind="member") for name in ("Wilma", "Theo"))
    person.page.set_viewport_size({"width": 390, "height": 844})
    path = lay(server, "daumen_drauf", [person, other], tempo="correspondence")
    server.console("play_on", path=path, moves=30)
    person.goto(path)
    lines = person.page.locator(".log__lines")
    person.page.set_viewport_size({"width": 1440, "height": 600})
    person.page.wait_for_function(AT_END)
    person.looks()
    lines.evaluate("lines => lines.scrollTo({ top: 0, behavior: 'instant' })")
    person.looks()
    expect(lines).to_have_js_property("scrollTop", 0)
    person.page.set_viewport_size({"width": 1440, "height": 650})
    person.looks()
    expect(lines).to_have_js_property("scrollTop", 0)
