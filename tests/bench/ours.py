"""Our side of the benchmark: the whole house with one web process, and people with sockets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.bench import cpu
from tests.bench.child import child
from tests.bench.result import Result
from tests.browser.house import ROOT, House

TABLES_A_SECOND = 1.5
"""How many tables a match's people use up a second: far more than have ever been played."""


@dataclass(frozen=True, slots=True)
class Work:
    """So many matches of a game at a time, with so many people each.

    `every`: seconds between two moves of a match, more or less; 0 is as soon as all have seen one.
    """

    game: str
    seats: int
    matches: int
    every: float = 0.0
    options: tuple[str, ...] = ()
    """As `name=choice`, where they are not what suits correspondence."""


@contextmanager
def house() -> Iterator[House]:
    """The platform as `make run` starts it, durable, at its own pace."""
    house = House(delay_scale="1")
    try:
        house.open()
        yield house
    finally:
        house.close()


def lay_tables(house: House, work: Work, seconds: float) -> list[list[dict[str, Any]]]:
    """For each match, tables that are dealt and wait, with the cookies of their people."""
    each = 2 + (0 if work.every else round(seconds * TABLES_A_SECOND))
    wanted = [work.game, *map(str, (work.matches, each, work.seats)), *work.options]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.lay_tables", *wanted],
        cwd=ROOT,
        env=house.env | {"PYTHONPATH": str(ROOT / "platform")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    laid: list[list[dict[str, Any]]] = json.loads(done.stdout)
    origin = house.url
    for tables in laid:
        for table in tables:
            table["origin"] = origin
            table["socket"] = origin.replace("http", "ws", 1) + table["socket"]
    return laid


def measure(house: House, work: Work, warm_up: float, seconds: float) -> Result:
    """Let people play and measure."""
    wanted = {
        "warm_up": warm_up,
        "seconds": seconds,
        "every": work.every,
        "matches": lay_tables(house, work, warm_up + seconds),
    }
    (web,) = cpu.children_with(os.getpid(), "-m config.web")
    _, database = database_of(house)
    with child([sys.executable, "-m", "tests.bench.drive"], ROOT) as driver:
        return Result.of(driver, json.dumps(wanted), warm_up, web=[web], database=[database])


def database_of(house: House) -> tuple[str, int]:
    """The address of the house's database server and its process: the peer uses the same."""
    services = json.loads((house.var / "services.json").read_text())
    process = cpu.children_with(os.getpid(), str(house.var / "postgres"))[0]
    return services["DATABASE_URL"], process
