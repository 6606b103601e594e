"""What it costs to come: one page, and a thousand that come back after a restart."""

from __future__ import annotations

import html
import json
import re
import time
from typing import Any

from tests.bench import text
from tests.bench.bench import Bench, Found
from tests.bench.cpu import Meter
from tests.bench.http import NONE
from tests.bench.result import Stalled, steps

PAGES, QUICK_PAGES = 1000, 200
TABLES = 25
"""With four players each; the rest of the pages watches."""
LOADS = 40
HTMX = {"reconnectDelay": 500, "reconnectMaxDelay": 60_000, "reconnectJitter": 0.3}
"""Its own settings, where the page has no other."""
CONFIG = re.compile(r"name=\"htmx-config\"\s+content='([^']*)'")


def measure(bench: Bench) -> Found:
    """Load pages, open sockets, restart the server."""
    pages = QUICK_PAGES if bench.quick else PAGES
    laid = bench.house.lay(TABLES, groups=TABLES, public=True)
    watching = pages // TABLES - 4
    groups = bench.house.groups()
    meter = Meter(groups)
    for number in range(LOADS):
        table = laid[number % TABLES]
        bench.house.get(table["path"], table["cookies"][number % 4])
    load = {name: spent * 1000 / LOADS for name, spent in meter.read().items()}
    page = bench.house.get(laid[0]["path"], encodings=NONE)
    wanted = {
        "side": bench.house.side,
        "tables": [table | {"watchers": watching} for table in laid],
        "reconnect": _patience(page.body.decode()),
    }
    meter = Meter(groups)
    with steps(wanted) as driver:
        if next(driver, {}).get("step") != "connected":
            raise Stalled
        count = TABLES * (watching + 4)
        connect = {name: spent * 1000 / count for name, spent in meter.read().items()}
        bench.say(f"Processor time, ms: of {LOADS} pages with a board, of {count} sockets.")
        bench.say(text.header(list(load)))
        bench.say(text.line("a page", list(load.values())))
        bench.say(text.line("a socket", list(connect.values())))
        bench.house.server.restart()
        opened = time.perf_counter()
        told = next(driver, {})
    if told.get("step") != "back":
        raise Stalled
    meter_all = {"down": opened - told["lost"], "back": told["back"] - opened}
    bench.say(
        f"A restart with {told['pages']} pages: {meter_all['down']:.1f} s until the server was open"
        f" again, and {meter_all['back']:.1f} s more until all pages had their boards"
        f" ({told['tries']} tries)."
    )
    return Found({"page": load, "socket": connect, "restart": told | meter_all})


def _patience(page: str) -> dict[str, Any]:
    """How this page tries to come back, for `driver.reconnecting`."""
    found = CONFIG.search(page)
    told = json.loads(html.unescape(found[1])).get("ws", {}) if found else {}
    config = HTMX | told
    return {
        "delay": config["reconnectDelay"] / 1000,
        "most": config["reconnectMaxDelay"] / 1000,
        "jitter": config["reconnectJitter"],
    }
