"""The loading time of pages, with few and with many stored matches."""

from __future__ import annotations

from statistics import median

from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.cpu import Meter
from tools.bench.stored import Store
from tools.goals import Found, Goal

STORED, QUICK_STORED = (100, 10_000, 100_000), (100, 10_000)
RUNNING = 30
"""Running matches of the user who loads the pages."""
FEW, MANY = 20, 2_000
"""Finished matches of that user, and of another."""
LOADS, QUICK_LOADS = 15, 5
GOAL = 1.1


def measure(bench: Bench) -> Found:
    """Load each page several times, with a growing number of stored matches."""
    house, store = bench.house, Store(bench.house.database_url)
    loads, levels = (QUICK_LOADS, QUICK_STORED) if bench.quick else (LOADS, STORED)
    few, many = house.lay(RUNNING, groups=1), house.lay(RUNNING, groups=1)
    of_few, of_many = f"/matches/, {FEW} over", f"/matches/, {MANY:,} over"
    pages = {
        "landing, anonymous": ("/", ""),
        "landing": ("/", few[0]["cookies"][0]),
        "/tables/, anonymous": ("/tables/", ""),
        "/tables/": ("/tables/", few[0]["cookies"][0]),
        of_few: ("/matches/", few[0]["cookies"][0]),
        of_many: ("/matches/", many[0]["cookies"][0]),
        "a match": (few[0]["path"], few[0]["cookies"][0]),
    }
    match = finished_match(bench, store)
    store.copy(match, FEW, of=few[0]["users"][0])
    bench.say(f"Signed in with {RUNNING} running matches; medians of {loads} loads, one at a time.")
    bench.say(text.header(["stored", "ms", "web CPU ms", "database ms", "bytes"]))
    found: dict[str, dict[int, list[float]]] = {name: {} for name in pages}
    for level in levels:
        if level > MANY > store.copies:
            store.copy(match, MANY, of=many[0]["users"][0])
        store.copy(match, level - store.copies)
        for name, (path, cookie) in pages.items():
            if name != of_many or level > MANY:
                found[name][level] = _loaded(bench, path, cookie, loads)
                bench.say(text.line(name, [level, *found[name][level]]))
    few_ms, many_ms = (sum(found[name][levels[-1]][1:3]) for name in (of_few, of_many))
    what = f"/matches/ with {MANY:,} over by {FEW}, processor time"
    return Found(found, [Goal(what, many_ms / few_ms, GOAL)])


def _loaded(bench: Bench, path: str, cookie: str, loads: int) -> list[float]:
    """Return milliseconds, processor times of web and database, and bytes."""
    bench.house.get(path, cookie)
    meter = Meter(bench.house.groups())
    answers = [bench.house.get(path, cookie) for _ in range(loads)]
    spent = meter.read()
    assert all(answer.status == 200 for answer in answers), path
    return [
        median(answer.ms for answer in answers),
        spent["web"] * 1000 / loads,
        spent["database"] * 1000 / loads,
        median(answer.size for answer in answers),
    ]


def finished_match(bench: Bench, store: Store) -> str:
    """Play a match to its end and return it."""
    (laid,) = bench.house.lay(1)
    bench.house.server.console("play_round", path=laid["path"])
    return store.finished_match()
