"""Our side of the benchmark: the whole server with one web process, and people with sockets."""

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
from tests.browser.server import ROOT, Server

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
def server() -> Iterator[Server]:
    """The platform as `make run` starts it, durable, at its own pace."""
    server = Server(delay_scale="1")
    try:
        server.open()
        yield server
    finally:
        server.close()


def lay_tables(server: Server, work: Work, seconds: float) -> list[list[dict[str, Any]]]:
    """For each match, tables that are dealt and wait, with the cookies of their people."""
    each = 2 + (0 if work.every else round(seconds * TABLES_A_SECOND))
    wanted = [work.game, *map(str, (work.matches, each, work.seats)), *work.options]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.lay_tables", *wanted],
        cwd=ROOT,
        env=server.env | {"PYTHONPATH": str(ROOT / "platform")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    laid: list[list[dict[str, Any]]] = json.loads(done.stdout)
    origin = server.url
    for tables in laid:
        for table in tables:
            table["origin"] = origin
            table["socket"] = origin.replace("http", "ws", 1) + table["socket"]
    return laid


def measure(server: Server, work: Work, warm_up: float, seconds: float) -> Result:
    """Let people play and measure."""
    wanted = {
        "warm_up": warm_up,
        "seconds": seconds,
        "every": work.every,
        "matches": lay_tables(server, work, warm_up + seconds),
    }
    (web,) = cpu.children_with(os.getpid(), "-m config.web_server")
    _, database = database_of(server)
    with child([sys.executable, "-m", "tests.bench.drive"], ROOT) as driver:
        return Result.of(driver, json.dumps(wanted), warm_up, web=[web], database=[database])


def database_of(server: Server) -> tuple[str, int]:
    """The address of the server's database server and its process: the peer uses the same."""
    services = json.loads((server.var / "services.json").read_text())
    process = cpu.children_with(os.getpid(), str(server.var / "postgres"))[0]
    return services["DATABASE_URL"], process
