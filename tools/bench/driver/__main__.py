"""Play as the line on our input says, and say what became of it, a line of JSON at each step.

In: `{"side": "nightcap", "tables": […], "in_play": 10, "warm_up": 2, "seconds": 10, "think": 0}`.
`settle`: seconds after connecting in which more may come.
Out: `{"step": "connected", "bytes": …}` when all pages show their tables, with what came for that, `{"step": "measuring"}` after the
warm-up, and at the end `{"step": "measured", …}` with the fields of `load.Played`. With
`"reconnect": {…}` instead of all after the tables it waits until all pages have lost their sockets
and have come back, and says `{"step": "back", …}` with the fields of `reconnecting.Back`.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from tools.bench.driver.boardgame import BoardgameTable
from tools.bench.driver.load import Load
from tools.bench.driver.nightcap import NightcapTable
from tools.bench.driver.programs import ProgramTable
from tools.bench.driver.reconnecting import Reconnecting
from tools.bench.driver.tables import Table

SIDES: dict[str, Callable[[dict[str, Any]], Table]] = {
    "nightcap": NightcapTable,
    "programs": ProgramTable,
    "boardgame.io": BoardgameTable,
}


def tell(step: str, **more: Any) -> None:
    """Say how far we are."""
    print(json.dumps({"step": step} | more), flush=True)


async def main() -> None:
    """Connect, play, tell."""
    wanted = json.loads(sys.stdin.readline())
    asyncio.get_running_loop().set_exception_handler(_fail)
    tables: list[Table] = [SIDES[wanted["side"]](laid) for laid in wanted["tables"]]
    for table in tables:
        await table.open()
    await asyncio.sleep(wanted.get("settle", 0))
    pages = [page for table in tables for page in (*table.players, *table.watchers)]
    tell("connected", bytes=sum(page.wire.received for page in pages))
    gc.freeze()  # nobody need look again at what lives to the end
    if "reconnect" in wanted:
        reconnecting = Reconnecting(tables, **wanted["reconnect"])
        tell("back", **asdict(await reconnecting.run()))
        os._exit(0)
    for table in tables:
        await table.until_ready()
    load = Load(tables, wanted["in_play"], wanted["think"])
    await load.run(wanted["warm_up"])
    tell("measuring")
    played = await load.run(wanted["seconds"])
    tell("measured", **asdict(played))
    os._exit(0)  # and with us all sockets, in the middle of whatever they are


def _fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What goes wrong where a message is read ends all: half a measurement is none."""
    loop.default_exception_handler(context)
    sys.stderr.flush()
    os._exit(1)


if __name__ == "__main__":
    asyncio.run(main())
