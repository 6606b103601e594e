"""Finding opponents in the browser: quick match, the list of tables, and one's own matches, all
live.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Arrive
from tests.browser.person import DESK, PHONE, Person
from tests.browser.server import Server

GAME = "sleeping_queens"
LIVE, SLOW = "live", "correspondence"
TABLE = re.compile(r"/matches/[0-9a-f-]+/$")
MOST_TURNS = 12
BREAK_CHOICE = """name => {
    const [control] = document.getElementsByName(name);
    const choice = control.options?.[0] ?? control;
    choice.value = "banana";
    choice.checked = choice.selected = true;
}"""
COVERED = """reason => {
    const { left, top, width, height } = reason.getBoundingClientRect();
    const corners = [[1, 1], [1, height - 1], [width - 1, 1], [width - 1, height - 1]];
    return corners.filter(([x, y]) => !reason.contains(document.elementFromPoint(left + x, top + y)));
}"""
"""The corners of a sentence that are outside of the window or under something else."""
NOTICE_CHANGES = """() => new MutationObserver(() => document.body.toggleAttribute("data-changed", true)).observe(
    document.getElementById("main"), { subtree: true, childList: true, characterData: true })"""


@pytest.fixture(autouse=True)
def nobody_waits(server: Server) -> None:
    """Remove waiting players, so that people meet only those of this attempt of this test."""
    server.console("clear_tables")


def test_strangers_find_each_other_and_the_lists_follow(arrive: Arrive) -> None:
    first, second, third, onlooker = arrive(), arrive(phone=True), arrive(), arrive()
    onlooker.goto("/tables/")
    stay(onlooker)
    presses_quick(first)
    waits = onlooker.page.locator("#tables li").filter(has_text="2 seats free")
    expect(waits).to_have_count(1)
    presses_quick(second)
    expect(onlooker.page.locator("#tables li").filter(has_text="1 seat free")).to_have_count(1)
    third.goto("/tables/")
    third.press(third.page.locator("button[form=sit]"))
    for person in (first, second, third):
        expect(person.page.locator("#hand .card")).to_have_count(5)
    (table,) = {urlsplit(person.page.url).path for person in (first, second, third)}
    watch = onlooker.page.locator(f"a[href='{table}']", has_text="Watch")
    expect(watch).to_have_count(1)
    assert stayed(onlooker)
    onlooker.press(watch)
    expect(onlooker.page.locator("#slots .card")).to_have_count(12)


def test_the_key_n_leads_from_one_match_to_the_next(arrive: Arrive) -> None:
    """The list of one's own matches follows all changes."""
    player = arrive()
    tables = [fills_up(player) for _ in range(2)]
    player.goto("/matches/")
    stay(player)
    expect(player.page.locator("#matches li")).to_have_count(2)
    for _ in range(MOST_TURNS):
        if player.page.locator("#matches li.is-waiting").count() == len(tables):
            break
        player.page.wait_for_timeout(500)  # the bots are thinking
    expect(player.page.locator("#waiting")).to_have_attribute("data-waiting", "2")
    expect(player.page).to_have_title("(2) Your matches · Nightcap")
    assert stayed(player)
    player.page.keyboard.press("n")
    player.page.wait_for_url("**/matches/*-*/")
    here = player.page.url
    expect(player.page).to_have_title(re.compile(r"^\(1\) "))
    # The table's keys work once it has the focus; those of the site no longer do.
    assert player.board.evaluate("board => !board.contains(document.activeElement)")
    version = player.version
    for key in "123456789":
        player.page.keyboard.press(key)
    expect(player.page.locator("#hand :checked")).to_have_count(0)
    player.page.locator(".skip").focus()
    player.page.keyboard.press("Enter")
    expect(player.board).to_be_focused()
    player.page.keyboard.press("n")
    player.page.keyboard.press("Escape")
    expect(player.board).not_to_be_focused()
    assert (player.page.url, player.version) == (f"{here}#board", version)
    player.page.keyboard.press("n")
    player.page.wait_for_url(lambda url: not url.startswith(here))
    assert {here.split("/")[-2], player.page.url.split("/")[-2]} == set(tables)

    other = player.context.new_page()
    other.goto(player.home + "/matches/")
    expect(other.locator("#matches li.is-waiting")).to_have_count(2)
    other.evaluate(NOTICE_CHANGES)
    player.play_one()
    expect(other.locator("[data-changed]")).to_be_attached()


def test_the_lists_fit_a_phone_in_both_themes(arrive: Arrive) -> None:
    for theme in ("dark", "light"):
        player = arrive(phone=True, color_scheme=theme)
        fills_up(player)
        for path in ("/", "/tables/", "/matches/"):
            player.goto(path)
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert player.page.evaluate(wide) == 0
            player.press(player.page.locator(".menu > summary"))
            expect(player.page.get_by_role("link", name="Your matches").first).to_be_visible()
            assert player.page.evaluate(wide) == 0


@pytest.mark.parametrize("theme", ["dark"])
def test_without_scripts_it_takes_a_reload(arrive: Arrive, theme: str) -> None:
    first, second = (arrive(scripted=False, color_scheme=theme) for _ in range(2))
    presses_quick(first)
    first.press(first.page.locator("[data-ready]"))
    second.goto("/tables/?tempo=live")
    second.press(second.page.locator("button[form=sit]").first)
    second.press(second.page.locator("[data-ready]"))
    first.page.reload()
    first.press(first.page.get_by_role("button", name="Fill with bots and start"))
    expect(first.page.locator("#hand .card")).to_have_count(5)
    second.goto("/matches/")
    expect(second.page.locator("#matches li")).to_have_count(1)
    second.press(second.page.locator("#matches li .button"))
    expect(second.page.locator("#hand .card")).to_have_count(5)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_refused_table_shows_the_reason(arrive: Arrive, size: ViewportSize) -> None:
    """It is in sight, wherever the wrong choice is, and even if that is hidden."""
    person = arrive(kind="member")
    person.expected_troubles += ["status of 422"]
    page = person.page
    page.set_viewport_size(size)
    # The last chair is hidden with two seats, and the level without bots.
    for name in ("seats", "target", "level", "chair-2", "chair-5", "friend-2", "tempo", "talk"):
        person.goto(f"/play/{GAME}/friends/")
        if name == "friend-2":
            page.locator("summary", has_text="Who sits where").click()
            page.locator("[name=chair-2]").select_option("friend")
            page.locator("[name=friend-2]").fill("Nobody of this name")
        else:
            page.evaluate(BREAK_CHOICE, name)
        person.press(page.get_by_role("button", name="Create table"))
        reason = page.locator(f"#id_{name}_error")
        expect(reason).to_be_in_viewport()
        assert reason.evaluate(COVERED) == [], name
        assert page.locator(".field__errors").count() == 1
        focused = page.evaluate("document.activeElement.name")
        assert focused == name


def presses_quick(person: Person, tempo: str = LIVE) -> None:
    """Choose a game and a tempo on the page of tables, and press the button."""
    person.goto("/tables/")
    person.page.locator(f"[name=game][value={GAME}]").check(force=True)
    person.page.locator(f"[name=tempo-{GAME}][value={tempo}]").check(force=True)
    person.press(person.page.get_by_role("button", name="Find players"))
    if person.scripted:
        # The page gets ready by itself and reloads at its own address.
        expect(person.page).to_have_url(TABLE)
    expect(person.page.locator("#board")).to_be_attached()


def fills_up(person: Person) -> str:
    """Make a dealt slow match against bots; return its id."""
    presses_quick(person, SLOW)
    person.press(person.page.get_by_role("button", name="Fill with bots and start"))
    expect(person.page.locator("#hand .card")).to_have_count(5)
    return person.page.url.split("/")[-2]


def stay(person: Person) -> None:
    """Mark this page, to detect a reload."""
    person.page.evaluate("window.neverReloaded = true")


def stayed(person: Person) -> bool:
    return bool(person.page.evaluate("window.neverReloaded"))
