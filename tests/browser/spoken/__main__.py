"""`make spoken`: write the rounds that are played by ear again, from the present pages.

python -m tests.browser.spoken                                 all of them
python -m tests.browser.spoken SLUG NAME --seed TEXT …         a new one, or a changed one
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.screenshots import Variant, somebody
from tests.browser.server import ROOT, Server
from tests.browser.spoken import GAMES, Setup, every_file, read, told
from tests.browser.spoken.playing import Player
from tests.browser.spoken.recording import steps

EYES_CLOSED = Variant("by ear", False, "light", "en-GB")


def main() -> int:
    """Play, write the spoken words, and print the changed files."""
    wanted = _wanted()
    server, changed = Server(), 0
    try:
        server.open()
        with chromium() as browser:
            for path, setup in wanted:
                text = _recorded(server, browser, setup)
                if not path.exists() or path.read_text(encoding="utf-8") != text:
                    path.parent.mkdir(exist_ok=True)
                    path.write_text(text, encoding="utf-8")
                    print(f"changed: {path.relative_to(ROOT)}")
                    changed += 1
    finally:
        server.close()
    print(f"{len(wanted)} rounds, {changed} changed")
    return 0


def _wanted() -> list[tuple[Path, Setup]]:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.spoken", description=__doc__)
    parser.add_argument("game", nargs="?")
    parser.add_argument("name", nargs="?", default="round")
    parser.add_argument("--about", default="A whole round.", help="what it shows, in a sentence")
    parser.add_argument(
        "--people", default="Ada Bo Cleo", help="the first one does not see the page"
    )
    parser.add_argument("--options", default="{}", help="JSON")
    parser.add_argument("--seed", default="1", help="any text: the deal follows from it")
    parser.add_argument("--turns", type=int, default=0, help="of theirs that are enough")
    given = parser.parse_args()
    if not given.game:
        return [(path, read(path)[0]) for path in every_file()]
    people = tuple(given.people.split())
    options = json.loads(given.options)
    setup = Setup(given.about, given.game, people, given.seed, options, given.turns)
    return [(GAMES / given.game / "spoken" / f"{given.name}.txt", setup)]


def _recorded(server: Server, browser: Browser, setup: Setup) -> str:
    server.console("introduce", people=setup.people)
    with somebody(browser, server, EYES_CLOSED, setup.people[0]) as person:
        player = Player(server, person, setup)
        return str(setup) + "".join(
            told(step, player.do(step)) for step in steps(player, setup.turns)
        )


if __name__ == "__main__":
    sys.exit(main())
