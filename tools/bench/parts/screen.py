"""What a slow browser shows: whether anything moves by itself, and how soon a press is answered."""

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
"""Of a turn, at most."""
MIDDLE = 6
"""Moves after which a round is looked at."""
TRIES = 20
DEVICES = {"desk": False, "phone": True}
PAGES = {"start": "/", "tables": "/tables/", "matches": "/matches/", "division": f"{LEAGUE}1/1/"}
PRESSED = {"fold": "main summary", "choice": ".choices label", "menu": ".top .menu > summary"}
KEYS = ("1", "Escape", "2", "Escape")


def measure(bench: Bench) -> Found:
    """Each game's largest table and the main pages, at a desk and with a phone."""
    bench.say(
        f"Chromium, slowed {SLOWED} times; {bench.rounds} rounds: of layout that shifts the worst,"
        " of the slowest answer to a press (INP) the median."
    )
    bench.say(text.header(["loading CLS", "pushes CLS", "INP ms"]) + "  slowest")
    tables: dict[str, list[Noted]] = {}
    pages: dict[str, list[Noted]] = {}
    with chromium() as browser:
        for device, phone in DEVICES.items():
            for game in sorted(registry.games()):
                looks = [_table(bench, browser, game, phone=phone) for _ in range(bench.rounds)]
                _tell(bench, tables, f"{game}, {device}", looks)
        # Its bots play on, and would be measured, too.
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
    """As they are given everywhere: layout shift with two decimals."""
    every = [noted for looks in found.values() for noted in looks]
    shifted = max(max(noted.loading, noted.pushes) for noted in every)
    slowest = max(_slowest(looks) for looks in found.values())
    return [
        Goal(f"layout shift, worst of {which}", round(shifted, 2), STILL, ""),
        Goal(f"a press until it is answered, worst of {which}", slowest, SOON_MS, "ms"),
    ]


def _page(bench: Bench, browser: Browser, path: str, *, phone: bool) -> Noted:
    """Load it, and press one of each kind of thing that is there."""
    (laid,) = bench.house.lay(1)
    with visit(browser, bench.house.server.url, laid["cookies"][0], phone=phone) as visitor:
        visitor.load(path)
        for what, selector in PRESSED.items():
            visitor.presses(what, selector)
        if not phone:
            visitor.types("Tab", *["Tab"] * 5)
    return visitor.noted


def _table(bench: Bench, browser: Browser, game: str, *, phone: bool) -> Noted:
    """Sit at it as the last of all, play when one is asked, and open what can be opened."""
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
    """The path of a table whose round is in the middle, the last one's cookie and seat, who is not asked."""
    seats = registry.games()[game].meta.seats[1]
    for _ in range(TRIES):
        (laid,) = bench.house.lay(1, game=game, seats=seats)
        if _play_on(bench, laid["path"], seats - 1, moves=MIDDLE, waits=False):
            return laid["path"], laid["cookies"][-1], seats - 1
    raise AssertionError(f"No round of {game} is so long.")


def _play_on(bench: Bench, path: str, seat: int, *, moves: int = 1, waits: bool = True) -> bool:
    """Let all play until the table waits for this seat, or for others; False if the round is over before."""
    try:
        bench.house.server.console("play_on", path=path, moves=moves, seat=seat, waits=waits)
    except AssertionError:
        return False
    return True
