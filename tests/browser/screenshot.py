"""`make screenshot`: the pictures of the README and of the landing page, of real tables and a league.

Plays on its own server until there is a good moment, and draws nothing itself. All deals and moves
follow from fixed seeds, so a table is the same each time.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.person import Person
from tests.browser.screenshots import LEAGUE, SETTLED_MS, Variant, found_league, lay, somebody
from tests.browser.server import ROOT, Server

TARGET = ROOT / "docs" / "pictures"
LARGEST = 400_000
WELCOME = ROOT / "platform" / "core" / "static" / "core" / "img"
"""The folder of the landing page's pictures of a table, for each language and theme."""
WELCOME_SIZE = {"width": 1340, "height": 740}
LARGEST_WELCOME = 60_000
LOCALES = ("de-DE", "en-GB", "fr-FR", "it-IT")
QUEENS = 4
"""A good moment: the fewest queens of all players together."""
MATCHES, MOST_MOVES = range(21, 61), 400
"""The numbers of the matches; the first one with a good moment was found by trial."""
PHONE_MOVES = 12
SEASON_DAYS = "9"
"""Days of a season after which its table has enough results."""
TABLE: dict[str, Any] = {"bots": 3, "tempo": "untimed", "names_first": "Nox"}
"""Table settings that no picture depends on by chance."""
SLOW_BOTS = "3"
"""The factor of the bots' time: each move comes from here, before a bot of the server acts. With a larger one, the
pauses of a round would be longer than the silence after which the server counts as down.
"""
DESK = Variant("desk", False, "light", "en-GB")
PHONE = Variant("phone", True, "light", "en-GB")


def main() -> int:
    """Play, take the pictures, and print their paths."""
    server = Server(delay_scale=SLOW_BOTS)
    try:
        server.open()
        with chromium() as browser:
            with somebody(browser, server, DESK._replace(scheme="dark"), "Anna") as person:
                path = _full_table(server, person)
                if not path:
                    print("No match reached a good moment; try other seeds.")
                    return 1
                _take(person, "table")
            _take_welcome(server, browser, path)
            _take_phone(server, browser)
            _take_the_others(server, browser)
    finally:
        server.close()
    return 0


def _full_table(server: Server, person: Person) -> str:
    """Return the path of a full table at which it is this person's turn; "" if no match has one."""
    for number in MATCHES:
        print(f"Playing match {number} …", flush=True)
        path = lay(server, "sleeping_queens", person, seed=f"welcome {number}", **TABLE)
        for _ in range(MOST_MOVES):
            next_ = server.console("next_move", path=path)
            if next_.get("over"):
                break
            if next_["who"] == person.name:
                person.goto(path)
                if _is_worth_a_picture(person):
                    return path
            server.console("move_on", path=path)
    return ""


def _is_worth_a_picture(person: Person) -> bool:
    queens = [row.locator(".card").count() for row in person.page.locator(".queens").all()]
    hand = {box.get_attribute("value") for box in person.page.locator("#hand input").all()}
    return (
        person.board.get_attribute("data-call") is not None
        and person.page.locator("[value=let_happen]").count() == 0
        and sum(queens) >= QUEENS
        and any(face and not face.isdecimal() for face in hand)
    )


def _take_welcome(server: Server, browser: Browser, path: str) -> None:
    """Take the landing page's pictures of this table: in every language, in both themes."""
    for locale in LOCALES:
        with somebody(browser, server, DESK._replace(locale=locale), "Anna") as person:
            person.page.set_viewport_size(WELCOME_SIZE)  # type: ignore[arg-type]
            person.goto(path)
            for scheme, name in (("light", "morning"), ("dark", "night")):
                person.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                picture = Image.open(BytesIO(_shoot(person, ".board__table"))).convert("RGB")
                target = WELCOME / f"table-{name}-{locale[:2]}.webp"
                picture.save(target, quality=62, method=6)
                _check_size(target, LARGEST_WELCOME)


def _take_phone(server: Server, browser: Browser) -> None:
    """Take a phone at a table, when it is its owner's turn."""
    with somebody(browser, server, PHONE, "Wilma") as person:
        path = lay(server, "daumen_drauf", person, seed="phone", **TABLE)
        for _ in range(PHONE_MOVES):
            server.console("move_on", path=path)
        while server.console("next_move", path=path)["who"] != person.name:
            server.console("move_on", path=path)
        person.goto(path)
        _take(person, "phone")


def _take_the_others(server: Server, browser: Browser) -> None:
    """Take a league in its season, and the review of a round."""
    with somebody(browser, server, DESK, "Ottilie") as person:
        found_league(server, person)
        server.manage("hurry_league", LEAGUE.split("/")[2], "--days", SEASON_DAYS)
        person.goto(f"{LEAGUE}1/1/")
        _take(person, "league")
        over = lay(server, "sleeping_queens", person, seed="reading", **TABLE)
        server.console("play_round", path=over)
        server.console("settle", path=over, name=person.name)
        person.goto(f"{over}rounds/1/steps/0?view=all")
        last = int(person.board.get_attribute("data-last") or 0)
        person.goto(f"{over}rounds/1/steps/{last * 3 // 4}?view=all")
        _take(person, "reading")


def _take(person: Person, name: str) -> None:
    # 256 colours are enough for these pictures, at a third of the size.
    picture = Image.open(BytesIO(_shoot(person))).convert("RGB").quantize(256)
    target = TARGET / f"{name}.png"
    picture.save(target, optimize=True)
    _check_size(target, LARGEST)


def _shoot(person: Person, part: str = "") -> bytes:
    """Return a picture of the page, or of a part of it, once everything has arrived."""
    person.page.wait_for_timeout(SETTLED_MS)
    person.page.mouse.move(0, 0)
    person.page.evaluate("document.fonts.ready.then(() => true)")
    return person.page.locator(part).screenshot() if part else person.page.screenshot()


def _check_size(target: Path, most: int) -> None:
    size = target.stat().st_size
    assert size < most, f"{target} has {size} bytes; at most {most} are allowed."
    print(f"{target.relative_to(ROOT)}: {size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())
