"""A small phone in one hand: the pages and the sheets of a table are in reach, and nothing shifts.

`test_shapes.py` checks the tables themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from games.kernel import registry
from tests.browser import shapes, vitals
from tests.browser.conftest import Arrive
from tests.browser.person import Person, by_finger, new_name
from tests.browser.screenshots import LEAGUE, PAGES, found_league
from tests.browser.server import Server

GAMES = sorted(registry.games())
OTHERS = ("Wilhelmine", "Jo", "Maximilian", "Bärbel", "Anneliese", "Kunigunde", "Tom")
PHONE = {"width": shapes.SMALL_PHONE.width, "height": shapes.SMALL_PHONE.height}
MOVES = 10
"""Moves after which a round is in its middle, and all hands are full."""
TABLES = 20
STILL = 0.005
"""Smaller shifts are printed as 0.00."""
PATHS = {
    **PAGES,
    "rules": f"/rules/{GAMES[0]}/",
    "new table": f"/play/{GAMES[-1]}/friends/",
    "lesson": f"/learn/{GAMES[1]}/",
    "ratings of a game": f"/ratings/{GAMES[2]}/",
}


def test_sheets_of_a_table_are_in_reach(arrive: Arrive, server: Server) -> None:
    person = _with_a_phone(arrive)
    path = _middle_of_a_round(server, "daumen_drauf", _people(server, person, 4))
    person.goto(path)
    found = {}
    for sheet in ("how", "log", "talk", "pad", "hint"):
        opener = person.page.locator(f"[popovertarget={sheet}]:not([popovertargetaction])")
        if opener.count():
            person.press(opener.first)
            expect(person.page.locator(f"#{sheet}")).to_be_visible()
            found[sheet] = shapes.faults_on_phone(person)
            person.page.keyboard.press("Escape")
    person.press(person.page.locator(".top .menu > summary"))
    found["menu"] = shapes.faults_on_phone(person)
    assert len(found) > len(("menu",))
    _nothing(found)


def test_pages_are_in_reach_and_lie_still(arrive: Arrive, server: Server) -> None:
    server.console("set_aside", league=LEAGUE.split("/")[2])
    person = _with_a_phone(arrive)
    person.expected_troubles.append("404")
    found_league(server, person)
    # Each match is listed with a small board.
    for game in GAMES:
        _middle_of_a_round(server, game, _people(server, person, 3))
    server.console("lay", game=GAMES[0], people=_people(server, person, 4)[1:], public=True)
    for game in (GAMES[0], GAMES[2]):
        rated = {"public": True, "tempo": "correspondence", "target": "rounds-1"}
        path = server.console("lay", game=game, people=_people(server, person, 4), **rated)
        server.console("play_round", path=path)
    found, window = {}, shapes.Window(person)
    for name, path in PATHS.items():
        vitals.shifts(person.page)
        person.goto(path)
        found[name] = shapes.faults_on_phone(person)
        if (moved := vitals.shifts(person.page)) and vitals.cumulative(moved) > STILL:
            found[name] += [f"moves: {moved}"]
        found[name] += window.too_large(shapes.LARGE_TEXT)
        window.take(shapes.SMALL_PHONE)
    _nothing(found)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_a_table_lies_still_while_others_play(arrive: Arrive, server: Server, phone: bool) -> None:
    person = _with_a_phone(arrive) if phone else arrive(kind="member", motion=True)
    vitals.watch(person.context)
    # The others go first.
    others = _people(server, person, 8)[1:]
    path = _middle_of_a_round(server, "schlafmuetzen", [*others, person.name])
    person.goto(path)
    expect(person.page.locator("#wire[data-mark]")).to_be_attached()
    version = person.version
    server.console("play_on", path=path, moves=4)
    person.moves_on_from(version)
    expect(person.page.locator("#board")).not_to_have_attribute("data-version", str(version))
    # The log scrolls: its lines move up when new ones come. The largest move of a shift is first.
    moved = [
        one
        for one in vitals.shifts(person.page)
        if not (one.what and one.what[0].startswith("log "))
    ]
    assert vitals.cumulative(moved) < STILL, moved


def _nothing(found: dict[str, list[str]]) -> None:
    troubles = [f"{where}: {one}" for where, all_ in found.items() for one in all_]
    assert not troubles, "\n".join(troubles)


def _with_a_phone(arrive: Arrive) -> Person:
    """Return a person with a small phone, in German, which has the longest words."""
    person = arrive(hands=by_finger, kind="member", phone=True, viewport=PHONE, locale="de-DE")
    vitals.watch(person.context)
    return person


def _people(server: Server, person: Person, seats: int) -> list[str]:
    names = [new_name(name) for name in OTHERS[: seats - 1]]
    for name in names:
        server.console("sign_in", name=name, kind="guest")
    return [person.name, *names]


def _middle_of_a_round(
    server: Server,
    game: str,
    people: Sequence[str],
    *,
    waits: bool = True,
    tempo: str = "correspondence",
) -> str:
    """Make a table after some moves of these people, which waits for the first of them, or for
    others.
    """
    for _ in range(TABLES):
        path: str = server.console("lay", game=game, people=people, tempo=tempo)
        try:
            server.console("play_on", path=path, moves=MOVES, waits=waits)
        except AssertionError:  # it was over before
            continue
        return path
    raise AssertionError(f"No round of {game} has enough moves.")
