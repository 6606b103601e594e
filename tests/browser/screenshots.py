"""`make screenshots`: pictures of every page and game, on a desk and a phone, by day and by night.

A server of its own, with matches of all games and a league; what is on the pictures was played. They
lie in `var/screenshots`, a folder for each variant, to be looked at.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from games.kernel import registry
from tests.browser.chromium import chromium
from tests.browser.person import Person, by_mouse, context_of
from tests.browser.server import ROOT, Server

TARGET = ROOT / "var" / "screenshots"
LEAGUE = "/leagues/kitchen-league/"
BOTS = 7
SETTLED_MS = 1_200
"""Until cards have arrived and fonts are there."""


class Variant(NamedTuple):
    """How somebody looks at the site."""

    name: str
    phone: bool
    scheme: str
    locale: str


VARIANTS = (
    Variant("desk-light-de", False, "light", "de-DE"),
    Variant("desk-dark-en", False, "dark", "en-GB"),
    Variant("phone-light-en", True, "light", "en-GB"),
    Variant("phone-dark-de", True, "dark", "de-DE"),
)
PAGES = {
    "start": "/",
    "tables": "/tables/",
    "matches": "/matches/",
    "daily deal": "/daily/",
    "leagues": "/leagues/",
    "new league": "/leagues/new/",
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
"""What only somebody sees who is not signed in."""


def main() -> int:
    """Play, look at everything, say where the pictures are."""
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
    print(f"They lie in {TARGET.relative_to(ROOT)}.")
    return 0


def lay(server: Server, game: str, person: Person, *, bots: int, **wanted: Any) -> str:
    """The path of a new table of this person and so many easy bots."""
    path: str = server.console(
        "lay", game=game, people=[person.name], bots=["easy"] * bots, **wanted
    )
    return path


@contextmanager
def somebody(browser: Browser, server: Server, variant: Variant, name: str) -> Iterator[Person]:
    """A member with this name, who looks at the site in this way."""
    context = context_of(
        browser, phone=variant.phone, color_scheme=variant.scheme, locale=variant.locale
    )
    cookie = server.console("sign_in", name=name, kind="member")
    context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": server.url}])
    try:
        yield Person(context, server.url, by_mouse, name=name)
    finally:
        context.close()


def _everything(server: Server, person: Person, *, first: bool) -> Iterator[tuple[str, str]]:
    """Name and path of each picture; what they show is played meanwhile."""
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
    """Let this person create a league, whose first season runs then."""
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
