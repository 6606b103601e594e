"""A small phone in one hand, and a laptop: the largest tables are completely visible, nothing is
too small, and nothing shifts.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from games.kernel import registry
from tests.browser import thumb, vitals
from tests.browser.conftest import Arrive
from tests.browser.person import Person, by_finger, new_name
from tests.browser.screenshots import LEAGUE, PAGES, found_league
from tests.browser.server import Server

GAMES = sorted(registry.games())
OTHERS = ("Wilhelmine", "Jo", "Maximilian", "Bärbel", "Anneliese", "Kunigunde", "Tom")
LAPTOP = {"width": 1366, "height": 768}
UNHURRIED = "own-1800-600"
"""A tempo with the information of a live clock, and time to look."""
ASKED = {
    "daumen_drauf": ("seen 2", {"lead", "bid", "review"}),
    "schlafmuetzen": ("seen 1", {"open", "revealed"}),
    "siebenschlaefer": ("seen 1", {"turn", "after_draw"}),
    "sleeping_queens": ("seen 1", {"turn", "defense", "wake_choice"}),
    "wortspiel": ("seen 28", {"race", "doubt_talk", "doubt_vote"}),
}
"""By game: the seed of a deal, and the decision of the largest table's first seat in its round."""
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


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_table_is_in_reach(arrive: Arrive, server: Server, game: str) -> None:
    person = _with_a_phone(arrive)
    seats = registry.games()[game].meta.seats[1]
    people = _people(server, person, seats)
    found = {}

    person.goto(_middle_of_a_round(server, game, people))
    _moments_are_over(person)
    found["one's turn"] = thumb.troubles_at_table(person)
    if _chooses(person):
        found["something chosen"] = thumb.troubles_at_table(person)
    path = _middle_of_a_round(server, game, people, waits=False)
    person.goto(path)
    _moments_are_over(person)
    found["others' turn"] = thumb.troubles_at_table(person)
    server.console("play_round", path=path)
    person.goto(path)
    _sees(person, ".result .button--primary")
    found["result"] = thumb.troubles(person)
    _nothing(found)


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_table_is_seen_whatever_one_is_asked(
    arrive: Arrive, server: Server, game: str
) -> None:
    """Every card is visible at each decision, even if the longest line is shown, with a button and
    a clock, as for a seat that two players may attack.
    """
    seed, asked = ASKED[game]
    laptop = arrive(kind="member", viewport=LAPTOP, locale="de-DE")
    phone = arrive(name=laptop.name, kind="member", phone=True, locale="de-DE")
    people = _people(server, laptop, registry.games()[game].meta.seats[1])
    path = server.console("lay", game=game, people=people, seed=seed, tempo=UNHURRIED)
    known: list[str] = []
    found = {}
    while not {f"{phase}, asked" for phase in asked} <= set(known):
        situation = server.console("move_on_to_news", path=path, name=laptop.name, known=known)
        assert situation != "over", known
        known.append(situation)
        for person, device in ((laptop, "laptop"), (phone, "phone")):
            person.goto(path)
            _moments_are_over(person)
            found[f"{situation}, {device}"] = thumb.unseen(person, down=0.85)
    _nothing(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_long_name_takes_no_room_from_cards(arrive: Arrive, server: Server, game: str) -> None:
    """On a phone after a round, with open hands and names of the greatest length, queens and hands
    stay on the screen.
    """
    names = [new_name(name) for name in ("Wilhelmine-Charlotte", "Maximilian-Ferdinand")]
    person = arrive(kind="member", name=new_name("Anna-Friederike-Jo"), phone=True)
    for name in names:
        server.console("sign_in", name=name, kind="member")
    path = server.console("lay", game=game, people=[person.name, *names], target="rounds-1")
    server.console("play_round", path=path)
    person.goto(path)
    found = {"over": thumb.beyond(person)}
    person.goto(f"{path}rounds/1/steps/0?view=all")
    last = person.board.get_attribute("data-last")
    for step in (1, last):
        person.goto(f"{path}rounds/1/steps/{step}?view=all")
        found[f"step {step}"] = thumb.beyond(person)
    _nothing(found)


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
            found[sheet] = thumb.troubles(person)
            person.page.keyboard.press("Escape")
    person.press(person.page.locator(".top .menu > summary"))
    found["menu"] = thumb.troubles(person)
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
    found = {}
    for name, path in PATHS.items():
        vitals.shifts(person.page)
        person.goto(path)
        found[name] = thumb.troubles(person)
        if (moved := vitals.shifts(person.page)) and vitals.cumulative(moved) > STILL:
            found[name] += [f"moves: {moved}"]
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
    moved = vitals.shifts(person.page)
    assert vitals.cumulative(moved) < STILL, moved


def _nothing(found: dict[str, list[str]]) -> None:
    troubles = [f"{where}: {one}" for where, all_ in found.items() for one in all_]
    assert not troubles, "\n".join(troubles)


def _with_a_phone(arrive: Arrive) -> Person:
    """Return a person with a small phone, in German, which has the longest words."""
    person = arrive(
        hands=by_finger, kind="member", phone=True, viewport=thumb.PHONE, locale="de-DE"
    )
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


def _moments_are_over(person: Person) -> None:
    """Confirm the one-time displays."""
    person.page.evaluate("document.getElementById('seen').requestSubmit()")
    expect(person.page.locator("[data-moment], .missed")).to_have_count(0)


def _chooses(person: Person) -> bool:
    """Choose the first piece of an action with several; return False if there is none."""
    for pick in (pick for offer in person.offers if len(offer) > 1 for pick in offer):
        if (
            person.could_grow([pick])
            and person.page.locator(f"label:has([value='{pick}'])").first.is_visible()
        ):
            person.press(person.piece(pick))
            expect(person.board).to_have_attribute("data-choosing", "")
            return True
    return False


def _sees(person: Person, selector: str) -> None:
    expect(person.page.locator(selector).first).to_be_visible()
    box = person.page.locator(selector).first.bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= thumb.PHONE["height"] - box["height"]
