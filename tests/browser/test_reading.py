"""A finished round, move by move, in a browser: with keys, by itself, without scripts, for strangers."""

from __future__ import annotations

import random
import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import (
    FINISH_ANIMATIONS,
    Person,
    by_finger,
    by_mouse,
)
from tests.browser.server import Server
from tests.browser.shapes import FINGER, LYING_PHONE, PHONE, SMALL_PHONE, ZOOMED, Shape, Window
from tests.browser.tables import sees_result
from tests.sure import sure

NAMES = ("Reader", "Rival", "Rover")
SLIM = {PHONE: 0.19, SMALL_PHONE: 0.25}
"""By window: the largest share of its height that the words and controls of a replay take."""

CROWD = tuple(f"Counter {number}" for number in range(1, 8))
LOW = {LYING_PHONE: 1, ZOOMED: 0.36, PHONE: 0.34}
"""By window: the largest share of its height that a long move and the controls take."""
END_IS_READ = """() => {
  const step = document.getElementById("step");
  const words = [...step.querySelectorAll("li")].at(-1);
  words.scrollIntoView({ block: "end" });
  const line = [...words.getClientRects()].at(-1);
  const inside = line.bottom <= step.getBoundingClientRect().bottom + 1;
  return inside && step.contains(document.elementFromPoint(line.left + 2, line.bottom - 3));
}"""
"""Scroll to the last words of a move; return whether they are in sight."""


@pytest.fixture(scope="module")
def counted(server: Server) -> str:
    """The path of a round whose last move has long words: seven players count their cards."""
    for name in CROWD:
        server.console("sign_in", name=name, kind="guest")
    wanted = {"tempo": "correspondence", "target": "rounds-1", "seed": "seen 1"}
    path: str = server.console("lay", game="daumen_drauf", people=CROWD, **wanted)
    server.console("play_round", path=path)
    return f"{path}rounds/1/steps/0?view=all"


@pytest.fixture(scope="module")
def played(server: Server) -> str:
    """The path of a finished match of three for all tests; none of them changes it."""
    for name in NAMES:
        server.console("sign_in", name=name, kind="guest")
    wanted = {"tempo": "correspondence", "target": "rounds-1", "seed": "read 1"}
    path: str = server.console("lay", game="sleeping_queens", people=NAMES, **wanted)
    server.console("play_round", path=path)
    return path


@pytest.fixture
def reader(arrive: Arrive, played: str) -> Person:
    """Return a player of the match, after a press on `Replay`."""
    reader = arrive(name=NAMES[0], motion=True)
    reader.goto(played)
    sees_result(reader)
    reader.press(reader.page.locator(".result").get_by_role("link", name="Replay", exact=True))
    return reader


@pytest.mark.parametrize(("name", "scripted"), [(NAMES[1], True), (NAMES[2], False)])
def test_the_first_page_has_local_times(
    arrive: Arrive, played: str, name: str, scripted: bool
) -> None:
    """The server learns the time zone from a cookie; without scripts the times say UTC."""
    reader = arrive(name=name, scripted=scripted, timezone_id="Asia/Tokyo")
    reader.goto(f"{played}rounds/1/steps/1")
    at = reader.page.locator("main time[datetime]")
    expect(at).to_have_count(1)
    moment = datetime.fromisoformat(sure(at.get_attribute("datetime")))
    zone = ZoneInfo("Asia/Tokyo") if scripted else ZoneInfo("UTC")
    expect(at).to_contain_text(f"{moment.astimezone(zone):%H:%M:%S}" + " UTC" * (not scripted))
    if scripted:
        expect(at).not_to_contain_text("UTC")
        shown = at.inner_text()
        reader.page.reload()
        expect(at).to_have_text(shown)


def test_a_round_is_read_with_keys_slider_and_by_itself(reader: Person) -> None:
    page = reader.page
    page.evaluate("window.neverReloaded = true")
    last = _last(reader)
    _stands_at(reader, 0)
    page.keyboard.press("ArrowRight")
    _stands_at(reader, 1)
    expect(page.locator("#live")).to_contain_text(f"Move 1 of {last}")
    page.keyboard.press("End")
    _stands_at(reader, last)
    expect(page.locator("#live")).to_contain_text(re.compile(r"wins|points"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    _stands_at(reader, last - 1)
    page.keyboard.press("Home")
    _stands_at(reader, 0)

    page.locator("#slider").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    _stands_at(reader, 3)
    expect(page.locator("#slider")).to_be_focused()
    expect(page.locator("#slider")).to_have_js_property("value", "3")

    reader.press(page.locator("#way-next"))
    _stands_at(reader, 4)
    expect(page.locator("#way-next")).to_be_focused()
    reader.press(page.locator("#move-2 a"))
    _stands_at(reader, 2)
    # The list of moves scrolls with End, and leaves the other keys to the replay.
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    _stands_at(reader, 3)
    page.keyboard.press("ArrowLeft")
    _stands_at(reader, 2)

    reader.press(page.locator("#way-play"))
    expect(page.locator("#way-play")).to_have_attribute("aria-pressed", "true")
    _stands_at(reader, 4)
    reader.press(page.locator("#way-play"))
    expect(page.locator("#way-play")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.neverReloaded")
    # The address follows each step, and Back leads to the page before.
    address = page.url
    page.reload()
    assert page.url == address
    page.go_back()
    expect(page.locator(".result")).to_be_visible()


AT_ONCE = "(press) => { for (let n = 0; n < 8; n++) press(); }"
PRESSES = {
    "keys": "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: KEY, bubbles: true}))",
    "button": "document.getElementById(ID).click()",
}


@pytest.mark.parametrize("how", PRESSES)
def test_eight_quick_presses_are_eight_steps(reader: Person, how: str) -> None:
    """Quick presses are all counted, even while an earlier step is still loading."""
    page = reader.page
    press = f"({AT_ONCE})(() => {PRESSES[how]})"
    onward = press.replace("KEY", "'ArrowRight'").replace("ID", "'way-next'")
    back = press.replace("KEY", "'ArrowLeft'").replace("ID", "'way-previous'")
    _stands_at(reader, 0)
    page.evaluate("window.neverReloaded = true")
    page.evaluate(onward)
    _stands_at(reader, 8)
    page.evaluate(onward)
    page.wait_for_timeout(100)  # while they arrive
    page.evaluate(back)
    _stands_at(reader, 8)
    for _ in range(8):
        if how == "keys":
            page.keyboard.press("ArrowRight", delay=0)
        else:
            page.evaluate("document.getElementById('way-next').click()")
        page.wait_for_timeout(60)
    _stands_at(reader, 16)
    # The next step keeps the chosen view.
    page.evaluate("document.getElementById('view-all').click()")
    page.evaluate(back)
    _stands_at(reader, 8)
    assert page.url.endswith("?view=all")
    assert page.evaluate("window.neverReloaded")


def test_any_step_is_reached_from_any_other(reader: Person) -> None:
    """A queen that woke, slept and woke again on the way is turned only once."""
    last = _last(reader)
    way = random.Random(1)
    for step in (last, 0, *(way.randint(0, last) for _ in range(20)), last, 0):
        reader.page.locator("#slider").fill(str(step))
        _stands_at(reader, step)


def test_views_change_and_are_passed_on(reader: Person, arrive: Arrive) -> None:
    page = reader.page
    expect(page.locator("#hand .card")).to_have_count(5)
    reader.press(page.get_by_role("link", name="All hands open"))
    expect(page.locator(".open-hand")).to_have_count(3)
    expect(page.locator(".open-hand .card")).to_have_count(15)
    expect(page.locator("#slots [id^=queen-]")).to_have_count(12)
    page.keyboard.press("ArrowRight")
    _stands_at(reader, 1)
    assert page.url.endswith("?view=all")
    reader.press(page.get_by_role("link", name="As a spectator"))
    expect(page.locator("#hand, .open-hand")).to_have_count(0)
    assert page.url.endswith("/steps/1?view=spectator")

    # The match is private: with its address alone, a stranger sees only the reason.
    stranger = arrive()
    stranger.expected_troubles += ["status of 404"]
    stranger.page.goto(page.url)
    expect(stranger.page.locator(".lead")).to_contain_text("or it is private")


def test_a_round_is_read_without_scripts(played: str, arrive: Arrive) -> None:
    plain = arrive(scripted=False, name=NAMES[0])
    plain.goto(f"{played}rounds/1/steps/0")
    plain.press(plain.page.locator("#way-next"))
    assert "/steps/1?view=" in plain.page.url
    plain.press(plain.page.locator("#way-last"))
    last = _last(plain)
    assert f"/steps/{last}?" in plain.page.url
    expect(plain.page.locator("#way-play")).to_be_hidden()
    plain.page.locator("#slider").fill("2")
    plain.press(plain.page.get_by_role("button", name="Go there"))
    _stands_at(plain, 2)
    plain.press(plain.page.get_by_role("link", name="All hands open"))
    # Five each, but a player who turns up cards with a jester holds fewer meanwhile.
    expect(plain.page.locator(".open-hand .card").nth(12)).to_be_visible()


def test_a_phone_opens_the_rest_without_scripts(played: str, arrive: Arrive) -> None:
    plain = arrive(scripted=False, phone=True, hands=by_finger, name=NAMES[0])
    plain.goto(f"{played}rounds/1/steps/2")
    view = plain.page.get_by_role("link", name="All hands open")
    expect(view).to_be_hidden()
    plain.press(plain.page.get_by_role("button", name="More", exact=True))
    plain.press(view)
    _stands_at(plain, 2)
    expect(plain.page.locator(".open-hand")).to_have_count(3)


@pytest.mark.parametrize("shape", SLIM, ids=str)
def test_a_phone_has_a_slim_bar_below_the_table(played: str, arrive: Arrive, shape: Shape) -> None:
    person = arrive(phone=True, hands=by_finger, name=NAMES[0])
    Window(person).take(shape)
    person.goto(f"{played}rounds/1/steps/3?view=seat-0")
    table = person.page.locator(".shape").bounding_box()
    top = person.page.locator(".top").bounding_box()
    assert table
    assert top
    below = shape.height - table["y"] - table["height"]
    assert below <= SLIM[shape] * shape.height
    # Nothing but the bar of the page is above the table.
    assert table["y"] - top["y"] - top["height"] <= 1
    for way in ("first", "previous", "next", "last"):
        box = person.page.locator(f"#way-{way}").bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER


@pytest.mark.parametrize("shape", LOW, ids=str)
def test_a_long_move_scrolls_beside_its_controls(
    counted: str, arrive: Arrive, shape: Shape
) -> None:
    person = arrive(name=CROWD[0])
    Window(person).take(shape)
    person.goto(counted)
    person.page.keyboard.press("End")
    _stands_at(person, _last(person))
    assert person.page.evaluate(END_IS_READ)
    desk = person.page.locator(".reading__desk").bounding_box()
    assert desk
    assert desk["height"] <= LOW[shape] * shape.height


@pytest.mark.parametrize("shape", [PHONE, LYING_PHONE], ids=str)
def test_seven_open_hands_leave_the_trick_in_sight(
    counted: str, arrive: Arrive, shape: Shape
) -> None:
    person = arrive(phone=True, hands=by_finger, name=CROWD[0])
    Window(person).take(shape)
    pieces = ["#stock", "#trick", "#order-now .step >> nth=0"]
    # A trick that has just been taken covers the colours, and the bots decide when.
    for step in range(9, 30):
        person.goto(counted.replace("steps/0", f"steps/{step}"))
        if all(person.page.locator(piece).is_visible() for piece in pieces):
            break
    table = person.page.locator(".shape").bounding_box()
    assert table
    for piece in pieces:
        box = person.page.locator(piece).bounding_box()
        assert box
        assert table["y"] <= box["y"]
        assert box["y"] + box["height"] <= table["y"] + table["height"], piece


def test_the_seat_to_act_is_in_sight_beside_the_middle(counted: str, arrive: Arrive) -> None:
    """Seven open hands are higher than a phone on its side."""
    person = arrive(phone=True, hands=by_finger, name=CROWD[0])
    Window(person).take(LYING_PHONE)
    person.goto(counted)
    seen = set()
    for step in range(1, 15):
        person.page.keyboard.press("ArrowRight")
        _stands_at(person, step)
        lit = person.page.locator(".place--awaited")
        if lit.count() == 1:
            expect(lit).to_be_in_viewport(ratio=0.9)
            seen.add(lit.get_attribute("id"))
    assert len(seen) > 2, seen


def test_large_text_leaves_the_controls_in_sight(played: str, arrive: Arrive) -> None:
    person = arrive(phone=True, hands=by_finger, name=NAMES[0])
    Window(person).take(PHONE._replace(text=200))
    person.goto(f"{played}rounds/1/steps/6?view=all")
    for control in ("#slider", ".reading__steps > .button >> nth=-1"):
        expect(person.page.locator(control)).to_be_in_viewport(ratio=1)


def test_a_sheet_makes_way_for_what_was_chosen_in_it(played: str, arrive: Arrive) -> None:
    person = arrive(phone=True, hands=by_finger, name=NAMES[0])
    page = person.page
    person.goto(f"{played}rounds/1/steps/3?view=seat-0")
    person.press(page.get_by_role("button", name="More", exact=True))
    person.press(page.get_by_role("link", name="All hands open"))
    expect(page.locator(".open-hand")).to_have_count(3)
    expect(page.locator("#more")).to_be_hidden()
    person.press(page.locator(".log-button"))
    person.press(page.locator("#move-2 a"))
    _stands_at(person, 2)
    expect(page.locator("#log")).to_be_hidden()


@pytest.mark.parametrize("shape", [LYING_PHONE, SMALL_PHONE], ids=str)
def test_the_question_to_the_best_bot_is_whole(played: str, arrive: Arrive, shape: Shape) -> None:
    person = arrive(phone=True, hands=by_finger, name=NAMES[0])
    Window(person).take(shape)
    person.goto(f"{played}rounds/1/steps/3")
    person.press(person.page.get_by_role("button", name="More", exact=True))
    asked = person.page.get_by_role("button", name="What would the best bot have played?")
    expect(asked).to_be_in_viewport(ratio=1)
    person.press(asked)
    expect(person.page.locator("#advice")).to_be_visible()
    expect(person.page.locator("#more")).to_be_hidden()


@pytest.mark.parametrize("phone", [False, True])
def test_the_answer_of_the_best_bot_closes(played: str, arrive: Arrive, *, phone: bool) -> None:
    person = arrive(phone=phone, hands=by_finger if phone else by_mouse, name=NAMES[0])
    page = person.page
    more = page.get_by_role("button", name="More", exact=True)
    asks = page.get_by_role("button", name="What would the best bot have played?")
    close = page.locator("#advice").get_by_role("button", name="Close")
    person.goto(f"{played}rounds/1/steps/3")

    def ask() -> None:
        if phone:
            person.press(more)
        person.press(asks)
        expect(close).to_be_focused()

    ask()
    expect(page.locator("#advice")).to_contain_text("After move 3")
    person.press(close)
    expect(page.locator("#advice")).to_be_hidden()
    expect(more if phone else asks).to_be_focused()
    ask()
    page.keyboard.press("Escape")
    expect(page.locator("#advice")).to_be_hidden()
    expect(more if phone else asks).to_be_focused()
    ask()
    page.keyboard.press("ArrowRight")
    _stands_at(person, 4)
    expect(page.locator("#advice")).to_be_hidden()


@pytest.mark.parametrize("shape", [LYING_PHONE, ZOOMED], ids=str)
def test_more_does_not_show_beneath_playing_on(played: str, arrive: Arrive, shape: Shape) -> None:
    person = arrive(name=NAMES[0])
    page = person.page
    Window(person).take(shape)
    person.goto(f"{played}rounds/1/steps/3")
    person.press(page.get_by_role("button", name="More", exact=True))
    person.press(page.get_by_role("button", name="Play on from here"))
    expect(page.locator("#play-on").get_by_role("combobox")).to_be_focused()
    expect(page.locator("#more")).to_be_hidden()
    expect(page.locator(".reading__views")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="More", exact=True)).to_be_focused()


def test_reading_is_open_to_everybody(played: str, arrive: Arrive) -> None:
    for phone in (False, True):
        hands = by_finger if phone else by_mouse
        person = arrive(phone=phone, hands=hands, name=NAMES[0])
        for scheme in ("dark", "light"):
            person.page.emulate_media(color_scheme=scheme)
            for view in ("seat-0", "all"):
                person.goto(f"{played}rounds/1/steps/3?view={view}")
                person.page.evaluate(FINISH_ANIMATIONS)
                found = Axe().run(person.page)
                assert found.violations_count == 0, found.generate_report()
                wide = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{wide} px wider than the screen"
        if phone:
            person.press(person.page.locator(".log-button"))
            person.press(person.page.locator("#move-1 a"))
            _stands_at(person, 1)


@pytest.mark.parametrize("phone", [False, True])
def test_the_link_that_shares_a_replay_is_seen_once_it_is_made(
    played: str, arrive: Arrive, *, phone: bool
) -> None:
    # Each player has a separate link.
    person = arrive(phone=phone, hands=by_finger if phone else by_mouse, name=NAMES[1 + phone])
    person.goto(f"{played}rounds/1/steps/0")
    if phone:
        person.press(person.page.locator(".log-button"))
    person.press(person.page.locator("#replay > summary"))
    person.press(person.page.get_by_role("button", name="Make a link"))
    expect(person.page.locator("#replay-link")).to_be_in_viewport()


def _last(person: Person) -> int:
    return int(person.board.get_attribute("data-last") or -1)


def _stands_at(person: Person, step: int) -> None:
    expect(person.board).to_have_attribute("data-step", str(step))
    if person.scripted:
        expect(person.page).to_have_url(re.compile(rf"/steps/{step}(\?|$)"))
        person.page.wait_for_load_state()  # keys work once the modules have run
