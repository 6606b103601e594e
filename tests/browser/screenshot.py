"""`make screenshot`: the README's pictures, taken of real matches and a league.

Plays on its own server until there is a good moment, and draws nothing itself.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.person import Person, by_mouse, context_of
from tests.browser.screenshots import LEAGUE, SETTLED_MS, Variant, found_league, lay, somebody
from tests.browser.server import ROOT, Server

TARGET = ROOT / "docs" / "pictures"
LARGEST = 400_000
WELCOME = ROOT / "platform" / "core" / "static" / "core" / "img"
"""The folder of the landing page's pictures of a table, one for each theme."""
WELCOME_SIZE = {"width": 1340, "height": 740}
WELCOME_MOVES = 26
LARGEST_WELCOME = 60_000
QUEENS_EACH, QUEENS = 1, 5
"""A good moment: the fewest queens of each player, and of all players together."""
MATCHES = 12
SEASON_DAYS = "9"
"""Days of a season after which its table has enough results."""


def main() -> int:
    """Play, take the pictures, and print their paths."""
    # Real time, because the pictures show the clock.
    server = Server(delay_scale="1")
    try:
        server.open()
        with chromium() as browser:
            for attempt in range(1, MATCHES + 1):
                # Guests keep their language and theme in the browser, so each match has a new
                # browser.
                context = context_of(browser, color_scheme="dark")
                person = Person(context, server.url, by_mouse)
                print(f"Playing match {attempt} …", flush=True)
                if _reaches_the_middle(person):
                    _take(person, "table")
                    _take_the_others(server, browser)
                    return 0
                context.close()
    finally:
        server.close()
    print("No match reached a good moment; try again.")
    return 1


def _reaches_the_middle(person: Person) -> bool:
    """Play until it is this person's turn at a full table; return False if the match ends before."""
    person.play_now()
    while person.awaits_turn():
        if _is_worth_a_picture(person):
            return True
        person.play_one()
    return False


def _is_worth_a_picture(person: Person) -> bool:
    queens = [row.locator(".card").count() for row in person.page.locator(".queens").all()]
    hand = {box.get_attribute("value") for box in person.page.locator("#hand input").all()}
    return (
        person.board.get_attribute("data-call") is not None
        and person.page.locator("[value=let_happen]").count() == 0
        and min(queens) >= QUEENS_EACH
        and sum(queens) >= QUEENS
        and len({face for face in hand if face and not face.isdecimal()}) > 1
    )


def _take_the_others(server: Server, browser: Browser) -> None:
    """Take a phone at a table, a league in its season, and the review of a round."""
    phone = Variant("phone", True, "light", "en-GB")
    with somebody(browser, server, phone, "Wilma") as person:
        person.goto(lay(server, "daumen_drauf", person, bots=3))
        for _ in range(3):
            person.awaits_turn()
            person.play_one()
        person.awaits_turn()
        _take(person, "phone")
    _take_welcome(server, browser)
    desk = Variant("desk", False, "light", "en-GB")
    with somebody(browser, server, desk, "Ottilie") as person:
        found_league(server, person)
        server.manage("hurry_league", LEAGUE.split("/")[2], "--days", SEASON_DAYS)
        person.goto(f"{LEAGUE}1/1/")
        _take(person, "league")
        over = lay(server, "sleeping_queens", person, bots=3)
        server.console("play_round", path=over)
        person.goto(f"{over}rounds/1/steps/0?view=all")
        last = int(person.board.get_attribute("data-last") or 0)
        person.goto(f"{over}rounds/1/steps/{last * 3 // 4}?view=all")
        _take(person, "reading")


def _take_welcome(server: Server, browser: Browser) -> None:
    """Take the landing page's pictures: the same table in both themes."""
    desk = Variant("desk", False, "light", "en-GB")
    with somebody(browser, server, desk, "Anna") as person:
        path = lay(server, "sleeping_queens", person, bots=3, seed="welcome", tempo="untimed")
        server.console("play_on", path=path, moves=WELCOME_MOVES)
        person.page.set_viewport_size(WELCOME_SIZE)  # type: ignore[arg-type]
        person.goto(path)
        for scheme, name in (("light", "morning"), ("dark", "night")):
            person.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            picture = Image.open(BytesIO(_shoot(person, ".board__table"))).convert("RGB")
            target = WELCOME / f"table-{name}.webp"
            picture.save(target, quality=62, method=6)
            _check_size(target, LARGEST_WELCOME)


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
