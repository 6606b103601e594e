"""A process beside the fleet: people, the proxies between servers, and the receiver of notices.

It reads a line of JSON for each request, `{"wish": NAME, …}`, and answers with one. The process
that breaks and restarts others therefore has no threads and no event loop.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.deploy.files import ROOT
from tools.chaos.crowd import Crowd
from tools.chaos.proxy import Proxy
from tools.chaos.sink import Sink


class Beside:
    """The process, as its parent uses it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, wish: str, **more: Any) -> Any:
        """Send a request and return the answer.

        Raises:
            RuntimeError: the process has ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps({"wish": wish, **more}), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process did not answer {wish}")
        return json.loads(line)


@contextmanager
def opened() -> Iterator[Beside]:
    """Start the process until the block ends."""
    with subprocess.Popen(
        [sys.executable, "-m", "tools.chaos.beside"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # only the parent handles Ctrl-C
    ) as process:
        try:
            yield Beside(process)
        finally:
            process.kill()


class _Wishes:
    """The requests: each method answers the one of its name."""

    def __init__(self) -> None:
        self.proxies: dict[str, Proxy] = {}
        self.sink = Sink()
        self.crowd: Crowd | None = None

    async def proxy(self, name: str, to: str) -> int:
        self.proxies[name] = Proxy(to)
        return await self.proxies[name].open()

    async def delay(self, name: str, seconds: float) -> None:
        self.proxies[name].delay = seconds

    async def cut(self, name: str) -> None:
        self.proxies[name].cut()

    async def listen(self) -> int:
        return await self.sink.open()

    async def come(self, **crowd: Any) -> None:
        self.crowd = Crowd(**crowd)
        await self.crowd.come()

    async def cut_people(self) -> None:
        assert self.crowd is not None
        self.crowd.cut()

    async def only_look_on(self) -> None:
        assert self.crowd is not None
        self.crowd.only_look_on()

    async def compare(self, most: int) -> dict[str, Any]:
        assert self.crowd is not None
        return await self.crowd.compare(most)

    async def noted(self) -> dict[str, Any]:
        assert self.crowd is not None
        return self.crowd.noted() | {
            "came": self.sink.came,
            "doubled": sum(count - 1 for count in self.sink.bodies.values()),
        }


async def main() -> None:
    """Answer requests until the input ends."""
    wishes = _Wishes()
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        wanted = json.loads(line)
        answer = await getattr(wishes, wanted.pop("wish"))(**wanted)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
