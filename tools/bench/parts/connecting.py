"""The cost of connecting: one page, and a thousand pages that reconnect after a restart."""

from __future__ import annotations

import html
import json
import re
import time
from typing import Any

from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.cpu import Meter
from tools.bench.driver.frames import shown_by
from tools.bench.http import NONE
from tools.bench.result import Stalled, steps
from tools.goals import Found, Goal

PAGES, QUICK_PAGES = 1000, 200
TABLES = 25
"""Their players' pages are among the pages; the rest are spectators' pages."""
SEATS = 4
SETTLING = 2.0
"""Time until the server has finished its work for new pages, in seconds."""
PAGE_MS, SOCKET_MS, OPEN_S, BACK_S = 8, 2, 8, 3
"""Goals: processor time of connecting, and seconds of a restart."""
HTMX = {"reconnectDelay": 500, "reconnectMaxDelay": 60_000, "reconnectJitter": 0.3}
"""The defaults of htmx, for settings that the page does not have."""
CONFIG = re.compile(r"name=\"htmx-config\"\s+content='([^']*)'")


def measure(bench: Bench) -> Found:
    """Load pages, open their sockets and restart the server."""
    house = bench.house
    laid = house.lay(TABLES, groups=TABLES, public=True)
    watching = (QUICK_PAGES if bench.quick else PAGES) // TABLES - SEATS
    count = TABLES * (watching + SEATS)
    groups = house.groups()
    meter = Meter(groups)
    loaded = [
        [house.get(table["path"], cookie, NONE).body.decode() for cookie in (*table["cookies"], "")]
        for table in laid
    ]
    page = {name: spent * 1000 / TABLES / (SEATS + 1) for name, spent in meter.read().items()}
    tables = []
    for table, pages in zip(laid, loaded, strict=True):
        shown = [shown_by(one) for one in pages]
        tables.append(table | {"watchers": watching, "shown": shown})
    wanted = {"side": house.side, "tables": tables, "reconnect": patience_of(loaded[0][0])}
    meter = Meter(groups)
    with steps(wanted) as driver:
        if next(driver, {}).get("step") != "connected":
            raise Stalled
        time.sleep(SETTLING)
        socket = {name: spent * 1000 / count for name, spent in meter.read().items()}
        bench.say(f"Processor time, ms: of a page with a board, and of its socket ({count}).")
        bench.say(text.header(list(page)))
        bench.say(text.line("a page", list(page.values())))
        bench.say(text.line("a socket", list(socket.values())))
        house.server.restart()
        opened = time.perf_counter()
        told = next(driver, {})
    if told.get("step") != "back":
        raise Stalled
    down, back = opened - told["lost"], told["back"] - opened
    bench.say(
        f"A restart with {count} pages: {down:.1f} s until the server was open again, and {back:.1f} s"
        f" more until all pages had their boards ({told['tries']} tries)."
    )
    return Found(
        {"page": page, "socket": socket, "restart": told | {"down": down, "back after": back}},
        [
            Goal("web processor time, a page with a board", page["web"], PAGE_MS, "ms"),
            Goal("web processor time, its socket", socket["web"], SOCKET_MS, "ms"),
            Goal(f"open again after a restart, {count} pages", down, OPEN_S, "s"),
            Goal("all boards after that", back, BACK_S, "s"),
        ],
    )


def patience_of(page: str) -> dict[str, Any]:
    """Return this page's settings for reconnecting, for `driver.reconnecting`."""
    found = CONFIG.search(page)
    told = json.loads(html.unescape(found[1])).get("ws", {}) if found else {}
    config = HTMX | told
    return {
        "delay": config["reconnectDelay"] / 1000,
        "most": config["reconnectMaxDelay"] / 1000,
        "jitter": config["reconnectJitter"],
    }
