"""`make screenshots`: pictures of every page and game, in six variants of device and theme.

They come from real matches of all games and a league on a separate server. They are stored in
`var/screenshots`, with a folder for each variant.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, ViewportSize

from games.kernel import registry
from tests.browser.chromium import chromium
from tests.browser.person import Person, by_mouse, context_of
from tests.browser.server import ROOT, Server

TARGET = ROOT / "var" / "screenshots"
LEAGUE = "/leagues/kitchen-league/"
BOTS = 7
SETTLED_MS = 1_200
"""Time until cards have arrived and fonts are loaded, in milliseconds."""


class Variant(NamedTuple):
    """A device, theme and language."""

    name: str
    phone: bool
    scheme: str
    locale: str
    size: ViewportSize | None = None
    """Width and height in pixels; None: the usual size of the device."""


VARIANTS = (
    Variant("desk-light-de", False, "light", "de-DE"),
    Variant("desk-dark-en", False, "dark", "en-GB"),
    Variant("phone-light-en", True, "light", "en-GB"),
    Variant("phone-dark-de", True, "dark", "de-DE"),
    Variant("sideways-light-fr", True, "light", "fr-FR", {"width": 844, "height": 390}),
    Variant("zoomed-dark-it", False, "dark", "it-IT", {"width": 720, "height": 450}),
)
PAGES = {
    "start": "/",
    "tables": "/tables/",
    "matches": "/matches/",
    "daily deal": "/daily/",
    "leagues": "/leagues/",
    "new league": "/leagues/new/",
    "clubs": "/clubs/",
    "new club": "/clubs/new/",
    "league": LEAGUE,
    "division": f"{LEAGUE}1/1/",
    "organise": f"{LEAGUE}organise/",
    "webhook": f"{LEAGUE}webhook/",
    "ratings": "/ratings/",
    "words": "/words/",
    "ledger": "/ledger/",
    "keys": "/keys/",
    "help": "/help/",
    "preferences": "/preferences/",
    "tokens": "/preferences/tokens/",
    "bot": "/preferences/bot/",
    "bots": "/bots/",
    "api": "/api/",
    "friends": "/friends/",
    "signed in where": "/preferences/sign-ins/",
    "offline": "/offline/",
    "notices": "/notices/",
    "nothing": "/nothing-here/",
}
STRANGERS = {
    "welcome": "/",
    "sign in": "/sign-in/",
    "sign up": "/sign-up/",
    "forgotten": "/password/forgotten/",
}
"""Pages that only a signed-out visitor sees."""


def main() -> int:
    """Play, take all pictures, and print their folder."""
    server = Server()
    shutil.rmtree(TARGET, ignore_errors=True)
    try:
        server.open()
        with chromium() as browser:
            for number, variant in enumerate(VARIANTS):
                with somebody(browser, server, variant, f"Ottilie {number + 1}") as person:
                    for name, path in _everything(server, person, first=number == 0):
                        _take(person, path, TARGET / variant.name / f"{name}.png")
                    person.context.clear_cookies()
                    for name, path in STRANGERS.items():
                        _take(person, path, TARGET / variant.name / f"{name}.png")
                print(f"{variant.name}: {len(list((TARGET / variant.name).iterdir()))} pictures")
    finally:
        server.close()
    print(f"They are in {TARGET.relative_to(ROOT)}.")
    return 0


def lay(server: Server, game: str, person: Person, *, bots: int, **wanted: Any) -> str:
    """Make a table with this person and some easy bots; return its path."""
    path: str = server.console(
        "lay", game=game, people=[person.name], bots=["easy"] * bots, **wanted
    )
    return path


@contextmanager
def somebody(browser: Browser, server: Server, variant: Variant, name: str) -> Iterator[Person]:
    """Make a member with this name, with a browser of this variant."""
    wishes: dict[str, Any] = {} if variant.size is None else {"viewport": variant.size}
    context = context_of(
        browser,
        phone=variant.phone,
        color_scheme=variant.scheme,
        locale=variant.locale,
        **wishes,
    )
    cookie = server.console("sign_in", name=name, kind="member")
    context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": server.url}])
    try:
        yield Person(context, server.url, by_mouse, name=name)
    finally:
        context.close()


def _everything(server: Server, person: Person, *, first: bool) -> Iterator[tuple[str, str]]:
    """Yield the name and path of each picture, and play what the pages show."""
    if first:
        found_league(server, person)
    else:
        server.console("join_organisers", league=LEAGUE.split("/")[2], name=person.name)
    for slug in sorted(registry.games()):
        bots = max(2, registry.games()[slug].meta.seats[0] - 1)
        waiting = lay(server, slug, person, bots=bots, ready=False)
        running = lay(server, slug, person, bots=bots)
        over = lay(server, slug, person, bots=bots)
        server.console("play_round", path=over)
        yield f"{slug} waiting", waiting
        yield f"{slug} table", running
        yield f"{slug} result", over
        yield f"{slug} reading", f"{over}rounds/1/steps/12"
        yield f"{slug} rules", f"/rules/{slug}/"
        for example in registry.examples_of(slug):
            yield f"{slug} example {example.name}", f"/rules/{slug}/examples/{example.name}/?step=1"
        yield f"{slug} lesson", f"/learn/{slug}/"
        yield f"{slug} new table", f"/play/{slug}/friends/"
        yield f"{slug} ratings", f"/ratings/{slug}/"
    yield from PAGES.items()
    yield "profile", f"/people/{person.name}/"


def found_league(server: Server, person: Person) -> None:
    """Create a league by this person, and start its first season."""
    person.goto("/leagues/new/?like=season")
    page = person.page
    page.locator("[name=name]").fill("Kitchen league")
    page.locator("[name=game-daumen_drauf]").check(force=True)
    page.locator("main form button.button--primary").click()
    page.wait_for_url(f"**{LEAGUE}organise/")
    slug = LEAGUE.split("/")[2]
    server.manage("hurry_league", slug, "--days", "1")  # sign-up opens
    server.console("add_bots", league=slug, how_many=BOTS)
    server.console("begin_season", league=slug)


def _take(person: Person, path: str, target: Path) -> None:
    person.expected_troubles.append("404")
    person.goto(path)
    person.page.wait_for_timeout(SETTLED_MS)
    target.parent.mkdir(parents=True, exist_ok=True)
    person.page.screenshot(path=target, full_page=True)


if __name__ == "__main__":
    sys.exit(main())
