"""Every page in its languages and both themes, accessible to everyone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from games.kernel.registry import games
from tests.browser.chromium import flags
from tests.browser.chromium import path as path_of_chromium
from tests.browser.conftest import Arrive
from tests.browser.person import FINISH_ANIMATIONS, PHONE, Person
from tests.browser.server import Server
from tests.browser.shapes import LARGE_TEXT, Window
from tests.browser.tables import lay

PAGES = (
    "/",
    "/rules/sleeping_queens/",
    "/sign-in/",
    "/preferences/",
    "/play/sleeping_queens/friends/",
)
FULL = """(box) => {
  const [whole, ...rest] = [box, ...box.children].map((one) => one.getBoundingClientRect());
  const rows = Map.groupBy(rest.filter((one) => one.width), (one) => Math.round(one.top));
  return [...rows.values()].every((row) => Math.abs(row.at(-1).right - whole.right) < 2);
}"""
"""Whether the last box of each row ends where the row does."""
STRAY_KEYS = """(dialog) => {
  const box = dialog.getBoundingClientRect();
  return [...dialog.querySelectorAll(".key")].filter((key) => {
    const { left, right, width, height } = key.getBoundingClientRect();
    const isWithin = left >= box.left && right <= box.right && key.offsetParent === dialog;
    return !isWithin || !width || !height || getComputedStyle(key).position !== "static";
  }).map((key) => key.textContent);
}"""
"""The keys that cannot be seen in the dialog, or do not stand in their lines."""
THEMES = {"night": "dark", "morning": "light"}
themes = pytest.mark.parametrize("theme", THEMES)


@pytest.mark.parametrize(
    ("locale", "language", "play", "sign_in", "turn"),
    [
        ("de-DE", "de", "Jetzt spielen", "Anmelden", "Dein Zug"),
        ("en-GB", "en", "Play now", "Sign in", "Your turn"),
        ("fr-CH", "fr", "Jouer maintenant", "Se connecter", "À toi de jouer"),
    ],
)
def test_pages_speak_the_browsers_language(
    arrive: Arrive, locale: str, language: str, play: str, sign_in: str, turn: str
) -> None:
    person = arrive(locale=locale)
    person.goto("/")
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    expect(person.page.get_by_role("button", name=play).first).to_be_visible()
    expect(person.page.get_by_role("link", name=sign_in).first).to_be_visible()
    person.play_now()
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    # The socket has no language header: its pushes must have the page's language, too.
    assert person.awaits_turn()
    expect(person.board).to_have_attribute("data-call", turn)
    expect(person.page).to_have_title(re.compile(f"^{turn} · "))


def test_the_language_can_be_chosen(arrive: Arrive) -> None:
    person = arrive(locale="en-GB")
    person.goto("/")
    person.press(person.page.get_by_role("button", name="Deutsch"))
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
    person.goto("/sign-in/")
    expect(person.page.get_by_role("heading", name="Anmelden")).to_be_visible()


def test_the_theme_can_be_chosen_and_stays(arrive: Arrive) -> None:
    person = arrive(color_scheme="dark")
    person.goto("/")
    night = _background(person)
    # On a phone it is in the menu, which is closed here.
    person.press(person.page.locator(".top__theme[data-theme-switch]"))
    expect(person.page.locator("html")).to_have_attribute("data-theme", "morning")
    person.goto("/sign-in/")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "morning")
    assert _background(person) != night


@themes
@pytest.mark.parametrize("path", PAGES)
def test_pages_are_open_to_everybody(arrive: Arrive, path: str, theme: str) -> None:
    person = arrive(color_scheme=THEMES[theme])
    person.goto(path)
    _is_open_to_everybody(person)


@themes
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_tables_are_open_to_everybody(arrive: Arrive, theme: str, phone: bool) -> None:
    person = arrive(color_scheme=THEMES[theme], phone=phone)
    person.goto("/play/sleeping_queens/friends/")
    person.press(person.page.get_by_role("button", name="Create table"))
    expect(person.page.locator("[data-ready]")).to_be_visible()
    _is_open_to_everybody(person)
    person.play_now()
    assert person.awaits_turn()
    _is_open_to_everybody(person)


def test_a_finished_table_is_open_to_everybody(arrive: Arrive, server: Server) -> None:
    person = arrive(kind="guest", color_scheme="dark")
    path = lay(server, "sleeping_queens", [person], bots=["easy"] * 2, target="rounds-1")
    server.console("play_round", path=path)
    expect(person.page.locator(".result")).to_be_visible()
    _is_open_to_everybody(person)
    person.page.emulate_media(color_scheme="light")
    _is_open_to_everybody(person)


def _background(person: Person) -> str:
    colour: str = person.page.evaluate("getComputedStyle(document.body).color")
    return colour


def _is_open_to_everybody(person: Person) -> None:
    # Fading elements are measured at their full contrast.
    person.page.evaluate(FINISH_ANIMATIONS)
    found = Axe().run(person.page)
    assert found.violations_count == 0, found.generate_report()


def test_a_question_mark_shows_all_keys_on_whatever_page(arrive: Arrive, server: Server) -> None:
    person = arrive(kind="guest")
    table = lay(server, "sleeping_queens", [person], bots=["easy"])
    for path in ("/", table):
        person.goto(path)
        person.page.locator("body").press("?")
        keys = person.page.get_by_role("dialog", name="Keys")
        expect(keys.get_by_text("Show all keys.")).to_be_visible()
        person.page.keyboard.press("Escape")
        expect(keys).to_have_count(0)
        person.page.locator("body").press("?")
        person.press(keys.get_by_role("button", name="Close"))
        expect(keys).to_have_count(0)


def test_a_press_beside_the_keys_closes_them(arrive: Arrive) -> None:
    person = arrive()
    person.goto("/")
    keys, mouse = person.page.get_by_role("dialog", name="Keys"), person.page.mouse
    person.page.locator("body").press("?")
    keys.locator("kbd").first.click()
    expect(keys).to_be_visible()
    keys.locator("h2").first.hover()
    mouse.down()
    mouse.move(10, 10)
    mouse.up()
    expect(keys).to_be_visible()
    mouse.click(10, 10)
    expect(keys).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", sorted(games()))
def test_the_keys_are_seen_at_every_table(
    arrive: Arrive, server: Server, game: str, phone: bool
) -> None:
    """The styles of a game do not meet the dialog that lies on top of its table."""
    people = [arrive(kind="member", phone=phone) for _ in range(3)]
    person = people[0]
    person.goto(server.console("lay", game=game, people=[one.name for one in people]))
    person.page.locator("#board").press("?")
    keys = person.page.get_by_role("dialog", name="Keys")
    expect(keys.locator(".key")).not_to_have_count(0)
    assert keys.evaluate(STRAY_KEYS) == []


def test_the_installed_app_has_a_way_back_on_every_page(
    arrive: Arrive, server: Server, browser: Browser, tmp_path: Path
) -> None:
    name = arrive(kind="member").name
    wanted = {"people": [name], "bots": ["easy"], "ready": False}
    tables = [server.console("lay", game="sleeping_queens", **wanted) for _ in range(2)]
    app = browser.browser_type.launch_persistent_context(
        tmp_path,
        executable_path=path_of_chromium(windows=True),
        args=[*flags(), f"--app={server.url}/leagues/"],
        viewport=PHONE,  # type: ignore[arg-type]  # width and height
    )
    cookie = server.console("sign_in", name=name, kind="member")
    app.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": server.url}])
    (page,) = app.pages
    back = page.locator("[data-back]")
    for path in ("/leagues/", "/matches/", tables[0]):
        page.goto(server.url + path)
        expect(back).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # Back leads to the list of tables, not to each table.
    page.keyboard.press("n")
    page.wait_for_url(f"**{tables[1]}")
    back.click()
    page.wait_for_url("**/matches/")
    app.close()


def test_a_browser_goes_back_by_its_own_button(arrive: Arrive) -> None:
    person = arrive(phone=True)
    person.goto("/leagues/")
    expect(person.page.locator("[data-back]")).to_be_hidden()


def test_escape_closes_an_open_menu_and_nothing_else(arrive: Arrive) -> None:
    """Escape closes an open menu only, for example that of a standing order, which covers a
    sentence and a button.
    """
    person = arrive()
    person.goto("/")
    person.play_now()
    person.waits_for(".board--running")
    page, table = person.page, person.page.url
    menu = page.locator("header details.menu")
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
    assert page.url == table


def test_large_text_is_whole_in_the_header(arrive: Arrive) -> None:
    """On a phone, where the name of the site has room beside the menu."""
    person = arrive(kind="member", phone=True)
    person.goto("/leagues/")
    assert not Window(person).too_large(LARGE_TEXT)
    expect(person.page.locator(".top__home > span")).to_be_in_viewport()


@pytest.mark.parametrize("width", [390, 720, 844, 1000, 1440])
def test_the_rows_of_games_and_tempos_have_no_hole(arrive: Arrive, width: int) -> None:
    person = arrive()
    person.page.set_viewport_size({"width": width, "height": 800})
    person.goto("/")
    assert person.page.locator(".catalogue").evaluate(FULL)
    assert person.page.locator(".quick__tempos:visible").evaluate(FULL)
