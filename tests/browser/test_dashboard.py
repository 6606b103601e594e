"""Thirty matches at once: the number of actions to a move, and the changes of a list meanwhile."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.eyes import seen_by_all
from tests.browser.line import Line
from tests.browser.person import PATIENCE_MS, Hands, Person, by_finger, by_mouse
from tests.browser.server import Server

MANY = 30
WAITING = 24
SLOW = {"tempo": "correspondence"}
ANSWERS = ".lines [form=answer]"
ROWS = """() => {
    const parts = [...document.querySelectorAll(".top__nav > *, .top #waiting > a")]
        .filter((one) => one.offsetHeight).map((one) => one.getBoundingClientRect());
    const lowest = Math.max(...parts.map((one) => one.top));
    const highest = Math.min(...parts.map((one) => one.bottom));
    return [document.documentElement.scrollWidth - innerWidth, lowest - highest];
}"""
"""How far the page is wider than the window, and its header higher than a row; at most 0."""


def begin(server: Server, person: Person, count: int = 1) -> None:
    """Make dealt matches by correspondence in which a turn has a single action."""
    for _ in range(count):
        # With strict errors, a bot's first move would leave a second choice.
        wanted = {**SLOW, "bots": ["easy"], "options": {"error_mode": "strict"}}
        path = server.console("lay", game="schlafmuetzen", people=[person.name], **wanted)
    person.goto(path)
    expect(person.page.locator("#line")).to_be_visible()


def wait_for_others(server: Server, person: Person, count: int = 1) -> None:
    """Make tables with a free chair, which are not dealt."""
    for _ in range(count):
        server.console("lay", game="sleeping_queens", people=[person.name], seats=2, ready=False)


def with_many(server: Server, person: Person) -> None:
    """Make thirty open matches; most of them wait for this person to turn a first card."""
    begin(server, person, WAITING)
    wait_for_others(server, person, MANY - WAITING)
    person.goto("/matches/")
    expect(person.page.locator("#waiting")).to_have_attribute(
        "data-waiting", str(WAITING), timeout=4 * PATIENCE_MS
    )


class Actions:
    """The number of presses since the site was opened."""

    def __init__(self, person: Person) -> None:
        self.person, self.count = person, 0
        person.goto("/")

    def press(self, control: Locator) -> None:
        """Press a control, and count it."""
        self.count += 1
        self.person.press(control)


@pytest.mark.parametrize(("hands", "phone"), [(by_mouse, False), (by_finger, True)])
def test_from_opening_the_site_to_a_move_it_takes_two_actions(
    arrive: Arrive, server: Server, hands: Hands, phone: bool
) -> None:
    guest = arrive(kind="guest", hands=hands, phone=phone)
    with_many(server, guest)
    _moves_in_two(guest)
    _moves_in_one(guest)
    _goes_round(guest)


def _moves_in_two(guest: Person) -> None:
    """One action opens the most urgent match, and a second one moves there, in any game."""
    actions = Actions(guest)
    actions.press(guest.page.locator("[data-next]"))
    expect(guest.board).to_have_attribute("data-call", "Your turn")
    version = guest.version
    actions.press(guest.page.locator("#line button", has_text="Turn a card"))
    guest.moves_on_from(version)
    assert any("You turn the" in line for line in guest.log())
    assert actions.count == 2


def _moves_in_one(guest: Person) -> None:
    """One action moves in the list of matches, which then updates itself."""
    actions = Actions(guest)
    wanted = guest.page.locator("[form=answer]")
    line = guest.page.locator(".lines > li").filter(has=wanted).first
    match = (line.get_attribute("id") or "").removeprefix("match-")
    expect(line.locator(".line__asks")).to_have_text("Your turn: turn a card.")
    actions.press(line.locator(wanted).first)
    # The match has a new deadline in a day, so the others are more urgent.
    expect(guest.page.locator(f"#match-{match}")).to_have_count(0)
    assert actions.count == 1
    guest.goto(f"/matches/{match}/")
    assert any("You turn the" in line for line in guest.log())


def _goes_round(guest: Person) -> None:
    """The key n opens the next match by urgency, and shows the position among all."""
    guest.goto("/matches/next")
    seen = [guest.page.url]
    for place in range(2, 5):
        guest.page.keyboard.press("n")
        guest.page.wait_for_url(lambda url: url != seen[-1])
        seen.append(guest.page.url)
        expect(guest.page.locator("#waiting")).to_contain_text(
            f"This is match {place} of {WAITING}."
        )
        expect(guest.page.locator(".nudge__words")).to_have_text(f"Next match ({WAITING - 1})")
        expect(guest.page).to_have_title(re.compile(rf"^\({WAITING - 1}\) Your turn · "))
    assert len(set(seen)) == 4


def test_the_header_of_a_table_is_one_row_on_a_phone(arrive: Arrive, server: Server) -> None:
    """Even while a friend request and the next match wait; then the menu has the request."""
    asking, person = arrive(kind="member"), arrive(kind="member")
    begin(server, person)
    begin(server, person)
    for waits in ("match", "match and request"):
        if waits != "match":
            asking.goto("/friends/")
            asking.page.locator("#friend-name").fill(person.name)
            asking.press(asking.page.get_by_role("button", name="Send request"))
            expect(asking.page.locator("#asked")).to_be_visible(timeout=PATIENCE_MS)
            person.page.reload()
        for width in (360, 390, 412, 480):
            person.page.set_viewport_size({"width": width, "height": 844})
            expect(person.page.locator(".top .nudge")).to_be_visible()
            expect(person.page.locator(".top #waiting > a:visible")).to_have_count(1)
            at_most = person.page.evaluate(ROWS)
            assert max(at_most) <= 0, (waits, width, at_most)
    person.press(person.page.locator(".top .menu > summary"))
    expect(person.page.locator(".menu__sheet .count")).to_be_visible()


def test_nothing_moves_under_a_finger_and_the_focus_stays(arrive: Arrive, server: Server) -> None:
    guest = arrive(kind="guest")
    begin(server, guest)
    guest.goto("/matches/")
    answer = guest.page.locator(ANSWERS).first
    answer.wait_for(timeout=PATIENCE_MS)
    answer.focus()
    name = answer.get_attribute("id")
    wait_for_others(server, guest)
    lines = guest.page.locator("#matches .lines > li")
    expect(lines).to_have_count(2)
    assert guest.page.evaluate("document.activeElement.id") == name
    answer.hover()
    guest.page.mouse.down()
    wait_for_others(server, guest)
    expect(guest.page.locator("#matches [data-keep]")).to_have_count(0)
    guest.page.wait_for_timeout(1_500)
    expect(lines).to_have_count(2)
    guest.page.mouse.up()
    expect(guest.page.locator(".line__asks").first).to_have_text(re.compile("^You turned the"))
    expect(lines).to_have_count(3)


def test_two_quick_presses_on_an_answer_are_one(arrive: Arrive, server: Server, line: Line) -> None:
    """While the connection is broken, the page shows it."""
    guest = arrive(kind="guest", home=line.url)
    begin(server, guest)
    guest.goto("/matches/")
    answer = guest.page.locator(ANSWERS)
    answer.wait_for(timeout=PATIENCE_MS)
    guest.expected_troubles += ["ERR_", "WebSocket", "Failed to (load|fetch)"]
    line.cut()
    answer.click()
    expect(guest.page.locator("#offline")).to_be_visible()
    line.mend()
    answer.dblclick()
    expect(guest.page.locator(".line__asks")).to_have_text(re.compile("^You turned the"))
    expect(guest.page.locator("#offline")).to_be_hidden()
    expect(guest.page.locator(".lines [role=alert]")).to_have_count(0)


@pytest.mark.parametrize(("path", "at"), [("/", "/"), ("/matches/", "/matches/?page=1&finished=1")])
def test_an_answer_needs_no_scripts(arrive: Arrive, server: Server, path: str, at: str) -> None:
    guest = arrive(kind="guest", scripted=False)
    begin(server, guest)
    answer = guest.page.locator(ANSWERS)
    for _ in range(PATIENCE_MS // 500):
        # Without scripts, only a reload shows the bot's first move.
        guest.goto(path)
        if answer.count():
            break
        guest.page.wait_for_timeout(500)
    guest.press(answer)
    expect(guest.page).to_have_url(guest.home + at)
    expect(guest.page.locator(".line__asks")).to_have_text(re.compile("^You turned the"))


def test_ones_matches_are_filtered_without_scripts(arrive: Arrive, server: Server) -> None:
    guest = arrive(kind="guest", scripted=False)
    begin(server, guest)
    wait_for_others(server, guest)
    guest.goto("/matches/")
    lines = guest.page.locator("#matches .lines > li")
    expect(lines).to_have_count(2)
    guest.press(guest.page.locator("summary", has_text="Filter"))
    guest.page.get_by_label("Game").select_option("schlafmuetzen")
    guest.page.get_by_label("Tempo").select_option("correspondence")
    guest.press(guest.page.get_by_role("button", name="Show", exact=True))
    expect(lines).to_have_count(1)
    expect(guest.page.get_by_label("Tempo")).to_have_value("correspondence")
    guest.page.get_by_label("Played with").fill("Nobody")
    guest.press(guest.page.get_by_role("button", name="Show", exact=True))
    expect(lines).to_have_count(0)
    expect(guest.page.locator("#matches")).to_contain_text("None of your matches fits this filter.")
    guest.press(guest.page.locator("#matches").get_by_role("link", name="Show all"))
    expect(lines).to_have_count(2)
    # axe is a script, too.
    scripted = arrive(name=guest.name)
    scripted.expected_troubles.append("422")
    seen_by_all(scripted, "/matches/?tempo=correspondence", "/matches/?person=Nobody&game=chess")
