"""A proxy between the processes and a server, which can be slow or unavailable."""

from __future__ import annotations

import asyncio
from contextlib import suppress

BYTES = 65_536


class Proxy:
    """Listens on a port of this machine and forwards everything to a Unix socket.

    `delay`: seconds that each piece waits on its way, in both directions.
    """

    def __init__(self, to: str) -> None:
        self.to = to
        self.delay = 0.0
        self._lines: set[asyncio.StreamWriter] = set()

    async def open(self) -> int:
        """Listen, and return the port."""
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        port: int = server.sockets[0].getsockname()[1]
        return port

    def cut(self) -> None:
        """Break every open connection."""
        for line in self._lines:
            line.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there = await asyncio.open_unix_connection(self.to)
        except OSError:
            writer.transport.abort()
            return
        lines = {writer, there[1]}
        self._lines |= lines
        await asyncio.gather(self._copy(reader, there[1]), self._copy(there[0], writer))
        self._lines -= lines

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(BYTES):
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(piece)
                await writer.drain()
        writer.close()
