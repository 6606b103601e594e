"""The receiver of notices: a server that only counts."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections import Counter
from contextlib import suppress

LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class Sink:
    """Counts the webhooks of each user, and the repetitions of each."""

    def __init__(self) -> None:
        self.came: Counter[str] = Counter()
        self.bodies: Counter[str] = Counter()

    async def open(self) -> int:
        """Listen, and return the port."""
        server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        port: int = server.sockets[0].getsockname()[1]
        return port

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            length = LENGTH.search(head)
            body = await reader.readexactly(int(length[1]) if length else 0)
            path = head.split(b" ", 2)[1]
            self.came[path.decode().strip("/")] += 1
            self.bodies[hashlib.sha256(path + body).hexdigest()] += 1
            writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            await writer.drain()
        writer.close()
