"""Each sentence stands long enough to be read, and the settings of a table apply at once."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.server import Server
from tests.browser.tables import lay

READ_MS, OWN_READ_MS = 1_500, 2_500
LATE_MS = 50
"""Tolerance for frames that a busy browser leaves out."""
NOTE_SENTENCES = """([read, ownRead]) => {
    Object.assign(document.getElementById("main").dataset, { read, ownRead, pace: 100 });
    window.stood = [];
    const note = () => {
        const line = document.querySelector(".standing > .news") ?? document.querySelector("#news > li:last-child");
        const words = line?.textContent.trim();
        if (!words || window.stood.at(-1)?.words === words) return;
        window.stood.push({ words, yours: "yours" in line.dataset, since: performance.now() });
    };
    const look = () => {
        note();
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes the sentences that are painted, with their times."""
ALL_READ = "() => !document.querySelector('.standing')"


def stood(page: Page) -> list[dict[str, Any]]:
    """Return the sentences of the line so far, with the time that each stood, but for the last."""
    page.wait_for_function(ALL_READ, timeout=60_000)
    found: list[dict[str, Any]] = page.evaluate("window.stood")
    ends = [one["since"] for one in found[1:]]
    return [one | {"ms": end - one["since"]} for one, end in zip(found, ends, strict=False)][1:]


def test_each_sentence_stands_until_it_is_read(arrive: Arrive, server: Server) -> None:
    """Several moves come at once; the first sentence was there before."""
    watches, other = arrive(kind="guest"), arrive(kind="guest")
    path = lay(server, "siebenschlaefer", [watches, other], tempo="correspondence", seed="pace 1")
    watches.page.evaluate(NOTE_SENTENCES, [str(READ_MS), str(OWN_READ_MS)])
    for _ in range(40):
        server.console("move_on", path=path)
        if watches.page.locator("#news > [data-yours]").count():
            break
    server.console("move_on", path=path)
    told = stood(watches.page)
    assert len(told) >= 3, told
    assert any(one["yours"] for one in told), told
    for one in told:
        least = OWN_READ_MS if one["yours"] else READ_MS
        assert least - LATE_MS <= one["ms"] < least + 1_000, one


def test_the_board_and_the_question_wait_for_no_sentence(arrive: Arrive, server: Server) -> None:
    plays, other = arrive(kind="guest"), arrive(kind="guest")
    path = lay(server, "siebenschlaefer", [plays, other], tempo="correspondence", seed="pace 2")
    plays.page.evaluate(NOTE_SENTENCES, ["60000", "60000"])
    standing = plays.page.locator(".standing")
    while not (standing.count() and plays.offers):
        server.console("move_on", path=path)
        plays.page.wait_for_timeout(50)
    newest = plays.page.locator("#news > li").last.text_content()
    standing.click()
    while standing.count():
        before = standing.text_content()
        standing.press("Escape")
        assert not standing.count() or standing.text_content() != before
    expect(plays.page.locator("#news > li").last).to_be_visible()
    expect(plays.page.locator("#news > li").last).to_have_text(newest or "")
    assert plays.offers, "Escape has skipped a sentence and nothing else"


def test_the_line_tells_first_that_the_match_is_near_its_end(
    arrive: Arrive, server: Server
) -> None:
    """On a phone the log and the pad are closed."""
    person, other = arrive(kind="guest"), arrive(kind="guest")
    person.page.set_viewport_size({"width": 390, "height": 844})
    path = lay(
        server,
        "siebenschlaefer",
        [person, other],
        tempo="correspondence",
        target="rounds-3",
        seed="pace 3",
    )
    for _ in range(2):
        server.console("play_round", path=path)
        person.goto(path)
        person.page.evaluate(NOTE_SENTENCES, ["60000", "60000"])
        server.console("deal_next", path=path)
        expect(person.page.locator("#board .result")).to_have_count(0)
    point = person.page.locator(".standing", has_text="Last round.")
    expect(point).to_be_visible()
    point.click()
    expect(point).to_have_count(0)
    server.console("move_on", path=path)
    expect(person.page.locator(".match-point-now")).to_have_count(1)
    expect(point).to_have_count(0)


def test_the_settings_of_a_table_apply_at_once(arrive: Arrive, server: Server) -> None:
    person, other = arrive(kind="guest"), arrive(kind="guest")
    path = lay(server, "daumen_drauf", [person, other], tempo="correspondence")
    page = person.page
    page.locator(".top .menu > summary").click()
    page.get_by_role("button", name="Table settings").click()
    sheet = page.locator("#settings")
    with page.expect_response(lambda answer: answer.url.endswith("/preferences/table/")) as saved:
        sheet.get_by_text("Calm").click()
    assert saved.value.status == 204
    assert page.evaluate("document.getElementById('main').dataset.pace") == "160"
    with page.expect_response(lambda answer: answer.url.endswith("/preferences/table/")):
        sheet.get_by_role("group", name="Sound").get_by_text("Yes").click()
    expect(page.locator("html[data-sounds=yes]")).to_be_attached()
    expect(sheet.locator("[data-save]")).to_be_hidden()
    whole = page.evaluate("document.fullscreenEnabled")
    assert sheet.locator("[data-full-screen]").is_visible() == whole
    person.goto(path)
    expect(page.locator("#main[data-pace='160']")).to_be_attached()
    expect(page.locator("html[data-sounds=yes]")).to_be_attached()


def test_the_settings_of_a_table_need_no_scripts(arrive: Arrive, server: Server) -> None:
    person, other = arrive(kind="guest", scripted=False), arrive(kind="guest")
    path = lay(server, "daumen_drauf", [person, other], tempo="correspondence")
    page = person.page
    page.locator(".top .menu > summary").click()
    page.get_by_role("button", name="Table settings").click()
    page.locator("#settings").get_by_text("Quick").click()
    person.press(page.locator("#settings").get_by_role("button", name="Save"))
    assert page.url.endswith(path)
    expect(page.locator("#main[data-pace='50']")).to_be_attached()
