"""A connection between one browser and the server, which a test can cut and restore.

Playwright's own "offline" leaves open sockets as they are; closing a laptop does not.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Line:
    """A plain TCP relay on its own port."""

    def __init__(self, port: int) -> None:
        self._far_port = port
        self._whole = True
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._relay, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Break all connections and refuse new ones."""
        self._do(self._break(whole=False))

    def mend(self) -> None:
        """Accept new connections again."""
        self._do(self._break(whole=True))

    def close(self) -> None:
        """Stop the relay permanently."""
        self.cut()
        self._server.close()
        self._do(self._server.wait_closed())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _break(self, *, whole: bool) -> None:
        self._whole = whole
        for writer in self._writers:
            writer.transport.abort()
        # The relaying threads notice it and end.
        while self._writers:
            await asyncio.sleep(0)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._whole:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._far_port)
        both = {writer, far_writer}
        self._writers |= both
        try:
            await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer))
        finally:
            for one in both:
                one.transport.abort()
            self._writers -= both


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()
