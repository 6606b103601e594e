"""`make fuzz`: send malformed and hostile requests, frames and actions to a real running server."""

from __future__ import annotations

import argparse
import asyncio
import html
import json
import re
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from tools import command
from tools.bench.house import House, open_house
from tools.command import Screen
from tools.fuzz.driver import Answers, Driver
from tools.fuzz.hostile import CSRF, Source
from tools.goals import Found, Goal

REQUESTS = 100_000
WINDOWS = 50
WARM = 0.4
"""The first share of the run, in which memory may grow: bounded caches must fill first."""
ERROR = re.compile(r"^\S+ \S+ (?:ERROR|CRITICAL) .*", re.MULTILINE)
"""An error line of the log. An unreadable request is a warning, with a traceback of Django's."""
MB_EACH = 1.0
"""Tolerated growth of memory for 10,000 requests, in MB: the noise of the measurement."""


def fuzz(wanted: argparse.Namespace, screen: Screen) -> Found:
    """Send the requests, and check the consequences."""
    with open_house() as house:
        laid = house.run("tools.fuzz.beside", {"wish": "lay"})
        watched = {
            "wish": "look",
            "matches": [table["match"] for table in laid["tables"]],
            "users": [user for table in laid["tables"] for user in table["users"]],
        }
        before = house.run("tools.fuzz.beside", watched)
        (web,) = house.groups()["web"]
        memory: list[tuple[int, float]] = []

        def step(answers: Answers) -> None:
            if answers.sent * WINDOWS >= len(memory) * wanted.requests:
                memory.append((answers.sent, _megabytes(web)))
            screen.progress(answers.sent, wanted.requests, "requests and frames")

        began = time.monotonic()
        driver = Driver(Source(laid, house.host, wanted.seed), wanted.requests, step)
        answers = asyncio.run(driver.run())
        seconds = time.monotonic() - began
        after = house.run("tools.fuzz.beside", watched)
        changed = [table for table in before if before[table] != after[table]]
        plays = sum(_plays_on(house, table) for table in laid["tables"])
        said = house.server.output
    errors = ERROR.findall(said)
    slope = _slope([one for one in memory if one[0] > WARM * wanted.requests])
    for line in _lines(answers, memory, seconds, changed, said):
        screen.say(line)
    data = {
        "seconds": seconds,
        "requests": answers.requests,
        "frames": answers.frames,
        "statuses": dict(answers.statuses),
        "wrong": answers.wrong,
        "changed": changed,
        "memory_mb": memory,
        "slope_mb_in_10000": slope,
    }
    return Found(
        data,
        [
            Goal("requests and frames sent", answers.sent, wanted.requests, "", more=True),
            Goal("faulty answers", len(answers.wrong), 0, ""),
            Goal("errors in the server's log", len(errors), 0, ""),
            Goal("database tables with changed rows", len(changed), 0, ""),
            Goal("memory of the web process in 10,000", round(slope, 3), MB_EACH, "MB"),
            Goal("tables that still play afterwards", plays, len(laid["tables"]), "", more=True),
        ],
    )


def _megabytes(pid: int) -> float:
    with open(f"/proc/{pid}/statm") as statm:
        return int(statm.read().split()[1]) * 4096 / 1e6


def _slope(memory: list[tuple[int, float]]) -> float:
    """Return the growth in megabytes per 10,000, by least squares."""
    if len(memory) < 2:
        return 0.0
    x, y = [sent for sent, _ in memory], [mb for _, mb in memory]
    middle, mean = sum(x) / len(x), sum(y) / len(y)
    across = sum((one - middle) ** 2 for one in x)
    return 10_000 * sum((a - middle) * (b - mean) for a, b in memory) / across


def _plays_on(house: House, table: dict[str, Any]) -> bool:
    """Return whether the seat that must act there still can: load the page, send one of its offers."""
    path = f"/matches/{table['match']}/"
    for cookie in table["acting"]:
        page = house.get(path, f"{cookie}; csrftoken={CSRF.decode()}", "identity").body.decode()
        offers = re.search(r'data-offers="([^"]*)"', page)
        shown = re.search(r'data-version="(\d+)"', page)
        for offer in json.loads(html.unescape(offers[1])) if offers and shown else []:
            fields = [("pick", pick) for pick in offer]
            fields += [("seen", shown[1]), ("key", "goes-on")] if shown else []
            if _post(house, f"{path}actions", cookie, fields):
                return True
    return False


def _post(house: House, path: str, cookie: str, fields: list[tuple[str, str]]) -> bool:
    from http.client import HTTPConnection

    connection = HTTPConnection(house.host, timeout=60)
    token = CSRF.decode()
    headers = {
        "Cookie": f"{cookie}; csrftoken={token}",
        "X-CSRFToken": token,
        "Accept": "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    connection.request("POST", path, urlencode(fields), headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status == 200


def _lines(
    answers: Answers,
    memory: list[tuple[int, float]],
    seconds: float,
    changed: list[str],
    said: str,
) -> Iterator[str]:
    yield f"\n{'answers':24}{'count':>10}"
    for status, count in sorted(answers.statuses.items()):
        yield f"{status:24}{count:10,}"
    yield f"\n{'sent':>10}{'web process':>14}"
    for sent, mb in memory[:: max(1, len(memory) // 10)]:
        yield f"{sent:10,}{mb:11.1f} MB"
    yield from (f"WRONG {what}" for what in answers.wrong)
    yield from (f"CHANGED {table}" for table in changed)
    if first := ERROR.search(said):
        yield said[first.start() : first.start() + 3_000]
    yield (
        f"\n{answers.requests:,} requests and {answers.frames:,} frames in {seconds:,.0f} s,"
        f" {answers.sent / seconds:,.0f} a second"
    )


def _arguments() -> argparse.Namespace:
    parser = command.parser("make fuzz", __doc__)
    parser.add_argument("--requests", type=int, default=REQUESTS, help=f"and frames ({REQUESTS})")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random values (1)")
    wanted = parser.parse_args()
    if wanted.requests < 1:
        parser.error("--requests must be 1 or more")
    return wanted


if __name__ == "__main__":
    sys.exit(command.run(_arguments(), fuzz))
