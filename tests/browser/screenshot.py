"""`make screenshot`: the README's picture, taken of a real match in the middle of a game.

Plays in a server of its own until there is something to see, and draws nothing itself.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.browser.chromium import chromium
from tests.browser.person import Person, by_mouse, context_of
from tests.browser.server import ROOT, Server

TARGET = ROOT / "docs" / "screenshot.png"
LARGEST = 400_000
QUEENS_EACH, QUEENS = 1, 5
"""There is something to see when each has one queen or so, and all together so many."""
MATCHES = 12


def main() -> int:
    """Play, take the picture, say where it is."""
    # Not hurried: the time that the picture shows is the real one.
    server = Server(delay_scale="1")
    try:
        server.open()
        with chromium() as browser:
            for attempt in range(1, MATCHES + 1):
                # Guests keep their language and theme in the browser: each match has a new one.
                context = context_of(browser, color_scheme="dark")
                person = Person(context, server.url, by_mouse)
                print(f"Playing match {attempt} …", flush=True)
                if _reaches_the_middle(person):
                    _take(person, TARGET)
                    return 0
                context.close()
    finally:
        server.close()
    print("No match came to a good moment; try again.")
    return 1


def _reaches_the_middle(person: Person) -> bool:
    """Play until it is this person's turn at a full table; False if the match ends before."""
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


def _take(person: Person, target: Path) -> None:
    expect(person.page.locator("#hand .card")).to_have_count(5)
    person.page.mouse.move(0, 0)
    person.page.evaluate("document.fonts.ready.then(() => true)")
    shot = person.page.screenshot()
    # 256 colours are plenty for cut paper, and a third of the size.
    picture = Image.open(BytesIO(shot)).convert("RGB").quantize(256)
    picture.save(target, optimize=True)
    size = target.stat().st_size
    assert size < LARGEST, f"{target} has {size} bytes; {LARGEST} are the most."
    print(f"{target.relative_to(ROOT)}: {size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())
