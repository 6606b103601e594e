"""The data of a first visit: a page with all the files that it needs."""

from __future__ import annotations

from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.driver.frames import shown_by
from tools.bench.http import NONE
from tools.bench.loading import Visit
from tools.bench.result import Stalled, steps
from tools.goals import Found, Goal

LANDING, BOARD = 80, 120
"""Goals, in kB."""
SETTLING = 2.0
"""Time for a page's socket to send the missing parts, in seconds."""


def measure(bench: Bench) -> Found:
    """Load the landing page, and a board with the first data of its socket."""
    (laid,) = bench.house.lay(1)
    cookie = laid["cookies"][0]
    landing = Visit(bench.house.host, "/", "")
    board = Visit(bench.house.host, laid["path"], cookie)
    page = bench.house.get(laid["path"], cookie, NONE).body.decode()
    one = laid | {"cookies": [cookie], "shown": [shown_by(page), None]}
    with steps({"side": bench.house.side, "tables": [one], "settle": SETTLING}) as driver:
        told = next(driver, {})
    if told.get("step") != "connected":
        raise Stalled
    socket = told["bytes"]
    bench.say("A first visit by a browser that accepts br, gzip and zstd; bytes, headers included.")
    bench.say(text.header(["requests", *landing.by_kind(), "socket", "all"]))
    found = {}
    for name, visit, first in (("landing", landing, 0.0), ("a board", board, socket)):
        kinds = visit.by_kind()
        found[name] = kinds | {"socket": first}
        bench.say(
            text.line(name, [len(visit.sizes), *kinds.values(), first, sum(found[name].values())])
        )
    totals = [sum(kinds.values()) / 1000 for kinds in found.values()]
    return Found(
        found,
        [
            Goal("landing, first visit", totals[0], LANDING, "kB"),
            Goal("a board, first visit", totals[1], BOARD, "kB"),
        ],
    )
