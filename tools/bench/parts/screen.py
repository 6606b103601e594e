"""The view in a slow browser: layout shifts, and the delay of the answer to a press."""

from __future__ import annotations

from statistics import median

from playwright.sync_api import Browser

from games.kernel import registry
from tests.browser.chromium import chromium
from tests.browser.players import Promise, promise_of
from tests.browser.screenshots import LEAGUE, VARIANTS, found_league, somebody
from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.visitor import SLOWED, Noted, Visitor, visit
from tools.goals import Found, Goal

STILL, SOON_MS = 0.0, 100.0
TURNS, QUICK_TURNS = 4, 2
ACTIONS = 3
"""The most actions in a turn."""
MIDDLE = 6
"""Moves after which a round is measured."""
TRIES = 20
DEVICES = {"desk": False, "phone": True}
PAGES = {"start": "/", "tables": "/tables/", "matches": "/matches/", "division": f"{LEAGUE}1/1/"}
PRESSED = {"fold": "main summary", "choice": ".choices label", "menu": ".top .menu > summary"}
KEYS = ("1", "Escape", "2", "Escape")


def measure(bench: Bench) -> Found:
    """Visit each game's largest table and the main pages, on a desktop and on a phone."""
    bench.say(
        f"Chromium, slowed {SLOWED} times; {bench.rounds} rounds: the worst layout shift,"
        " and the median of the slowest answer to a press (INP)."
    )
    bench.say(text.header(["loading CLS", "pushes CLS", "INP ms"]) + "  slowest")
    tables: dict[str, list[Noted]] = {}
    pages: dict[str, list[Noted]] = {}
    with chromium() as browser:
        for device, phone in DEVICES.items():
            for game in sorted(registry.games()):
                looks = [_table(bench, browser, game, phone=phone) for _ in range(bench.rounds)]
                _tell(bench, tables, f"{game}, {device}", looks)
        # Its bots play on, and would distort the measurement.
        with somebody(browser, bench.house.server, VARIANTS[1], "Bench keeper") as keeper:
            found_league(bench.house.server, keeper)
        for device, phone in DEVICES.items():
            for name, path in PAGES.items():
                looks = [_page(bench, browser, path, phone=phone) for _ in range(bench.rounds)]
                _tell(bench, pages, f"{name}, {device}", looks)
    found = {name: [vars(noted) for noted in looks] for name, looks in (tables | pages).items()}
    return Found(found, [*_goals("tables", tables), *_goals("pages", pages)])


def _tell(bench: Bench, found: dict[str, list[Noted]], name: str, looks: list[Noted]) -> None:
    found[name] = looks
    slow = max(looks, key=lambda noted: noted.slowest).answers
    numbers = [max(noted.loading for noted in looks), max(noted.pushes for noted in looks)]
    bench.say(text.line(name, [*numbers, _slowest(looks)]) + f"  {max(slow, key=slow.__getitem__)}")


def _slowest(looks: list[Noted]) -> float:
    return median(noted.slowest for noted in looks)


def _goals(which: str, found: dict[str, list[Noted]]) -> list[Goal]:
    """The usual goals: layout shift with two decimals."""
    every = [noted for looks in found.values() for noted in looks]
    shifted = max(max(noted.loading, noted.pushes) for noted in every)
    slowest = max(_slowest(looks) for looks in found.values())
    return [
        Goal(f"layout shift, worst of {which}", round(shifted, 2), STILL, ""),
        Goal(f"time to answer a press, worst of {which}", slowest, SOON_MS, "ms"),
    ]


def _page(bench: Bench, browser: Browser, path: str, *, phone: bool) -> Noted:
    """Load the page, and press one control of each kind."""
    (laid,) = bench.house.lay(1)
    with visit(browser, bench.house.server.url, laid["cookies"][0], phone=phone) as visitor:
        visitor.load(path)
        for what, selector in PRESSED.items():
            visitor.presses(what, selector)
        if not phone:
            visitor.types("Tab", *["Tab"] * 5)
    return visitor.noted


def _table(bench: Bench, browser: Browser, game: str, *, phone: bool) -> Noted:
    """Sit on the last seat, play at each turn, and open every sheet."""
    path, cookie, seat = _others_begin(bench, game)
    with visit(browser, bench.house.server.url, cookie, phone=phone) as visitor:
        visitor.load(path)
        best = promise_of(game, visitor.page)
        for _ in range(QUICK_TURNS if bench.quick else TURNS):
            if not _play_on(bench, path, seat):
                break
            visitor.sees_others()
            _take_turn(visitor, best)
        if not phone:
            visitor.types("keys", *KEYS)
        for sheet in ("how", "log", "talk", "pad", "hint"):
            if visitor.opens(sheet):
                if sheet == "talk":
                    visitor.talks()
                visitor.types("Escape", "Escape")
        if not phone:
            visitor.talks()
        visitor.presses("menu", PRESSED["menu"])
    return visitor.noted


def _take_turn(visitor: Visitor, best: Promise) -> None:
    for _ in range(ACTIONS):
        if visitor.person.board.get_attribute("data-call") is None:
            return
        visitor.plays(best)


def _others_begin(bench: Bench, game: str) -> tuple[str, str, int]:
    """Play a round to its middle; return the path, and cookie and seat of the last player, who need
    not act.
    """
    seats = registry.games()[game].meta.seats[1]
    for _ in range(TRIES):
        (laid,) = bench.house.lay(1, game=game, seats=seats)
        if _play_on(bench, laid["path"], seats - 1, moves=MIDDLE, waits=False):
            return laid["path"], laid["cookies"][-1], seats - 1
    raise AssertionError(f"No round of {game} has enough moves.")


def _play_on(bench: Bench, path: str, seat: int, *, moves: int = 1, waits: bool = True) -> bool:
    """Play until the table waits for this seat, or for others; return False if the round ends
    before.
    """
    try:
        bench.house.server.console("play_on", path=path, moves=moves, seat=seat, waits=waits)
    except AssertionError:
        return False
    return True
