"""Play as one line of JSON on standard input says, and print a line of JSON for each step.

In: `{"side": "nightcap", "tables": […], "in_play": 10, "warm_up": 2, "seconds": 10, "think": 0}`.
`settle`: seconds to wait for further messages after connecting.

Out: `{"step": "connected", "bytes": …}` when all pages show their tables, with the bytes received
until then; `{"step": "measuring"}` after the warm-up; and at the end `{"step": "measured", …}` with
the fields of `load.Played`.

With `"reconnect": {…}` in place of the keys after `tables`, the driver waits until all pages have
lost their sockets and reconnected. Then it prints `{"step": "back", …}` with the fields of
`reconnecting.Back`.
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
    """Print a step."""
    print(json.dumps({"step": step} | more), flush=True)


async def main() -> None:
    """Connect, play and print the steps."""
    wanted = json.loads(sys.stdin.readline())
    asyncio.get_running_loop().set_exception_handler(_fail)
    tables: list[Table] = [SIDES[wanted["side"]](laid) for laid in wanted["tables"]]
    for table in tables:
        await table.open()
    await asyncio.sleep(wanted.get("settle", 0))
    pages = [page for table in tables for page in (*table.players, *table.watchers)]
    tell("connected", bytes=sum(page.wire.received for page in pages))
    gc.freeze()  # these objects live to the end: the garbage collector need not scan them
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
    os._exit(0)  # closes all sockets too, in any state


def _fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Exit on any error while a message is read: half a measurement is worthless."""
    loop.default_exception_handler(context)
    sys.stderr.flush()
    os._exit(1)


if __name__ == "__main__":
    asyncio.run(main())
