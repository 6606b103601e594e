"""Many pages that lose their sockets at once: do they reconnect, and do other players notice?"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.http import NONE
from tools.bench.parts.connecting import patience_of
from tools.bench.result import Result, Stalled, drive, steps
from tools.goals import Found, Goal

STORMS = ((1400, 30.0), (3000, 60.0))
"""Pages of players on one web process that is killed, and the seconds allowed until all are back.
"""
QUICK_STORMS = ((200, 30.0),)
SEATS = 4
BLIP, QUICK_BLIP = 1000, 100
"""Pages that lose their connections while others play on at this many tables."""
IN_PLAY, THINK = 20, 1.0
CUT_AFTER_S, LASTS_S, WARM_UP_S = 6.0, 20.0, 3.0
LONGER = 8.0
"""The goal for the p99 of moves meanwhile, as a factor of the p99 without it."""


def measure(bench: Bench) -> Found:
    """Kill the web process under many pages; then break the connections of many while others play."""
    goals, found = [], []
    for pages, most_s in QUICK_STORMS if bench.quick else STORMS:
        told = _killed(bench, pages)
        found.append(told)
        goals.append(Goal(f"{pages} pages reconnect after a kill", told["back after"], most_s, "s"))
    alone, beside = _blip(bench, QUICK_BLIP if bench.quick else BLIP)
    slower = beside.p99_ms / alone.p99_ms
    goals.append(Goal("p99 of moves while pages reconnect ÷ alone", slower, LONGER))
    return Found({"killed": found, "alone": asdict(alone), "beside": asdict(beside)}, goals)


def _lay(bench: Bench, pages: int) -> dict[str, Any]:
    tables = pages // SEATS
    laid = bench.house.lay(tables, groups=tables)
    page = bench.house.get(laid[0]["path"], laid[0]["cookies"][0], NONE).body.decode()
    return {"side": bench.house.side, "tables": laid, "reconnect": patience_of(page)}


def _killed(bench: Bench, pages: int) -> dict[str, Any]:
    wanted = _lay(bench, pages)
    with steps(wanted) as driver:
        if next(driver, {}).get("step") != "connected":
            raise Stalled
        (web,) = bench.house.groups()["web"]
        bench.house.server.restart(kill=web)
        opened = time.perf_counter()
        told = next(driver, {})
    if told.get("step") != "back":
        raise Stalled
    after = told["back"] - opened
    bench.say(
        f"{pages} pages after a kill: all back {after:.1f} s after the server was open again"
        f" ({told['tries']} tries)."
    )
    return told | {"back after": after}


def _blip(bench: Bench, pages: int) -> tuple[Result, Result]:
    playing = {
        "side": bench.house.side,
        "tables": bench.house.lay(IN_PLAY),
        "in_play": IN_PLAY,
        "warm_up": WARM_UP_S,
        "seconds": LASTS_S,
        "think": THINK,
    }
    groups = bench.house.groups()
    alone = drive(playing, groups)
    with _cut(_lay(bench, pages)):
        beside = drive(playing | {"tables": bench.house.lay(IN_PLAY)}, groups)
    bench.say(f"{IN_PLAY} tables of people, alone and while {pages} pages reconnect, ms.")
    bench.say(text.header(["p50", "p95", "p99"]))
    for name, one in (("alone", alone), ("beside", beside)):
        bench.say(text.line(name, [one.p50_ms, one.p95_ms, one.p99_ms]))
    return alone, beside


@contextmanager
def _cut(wanted: dict[str, Any]) -> Iterator[None]:
    """Disconnect pages some time after the block begins, and let them reconnect."""
    wanted["reconnect"] |= {"cut": CUT_AFTER_S + WARM_UP_S}
    with steps(wanted) as driver:
        if next(driver, {}).get("step") != "connected":
            raise Stalled
        back: list[dict[str, Any]] = []
        reading = threading.Thread(target=lambda: back.extend(driver))
        reading.start()
        yield
        reading.join()
    if [told.get("step") for told in back] != ["back"]:
        raise Stalled
