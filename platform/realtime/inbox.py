"""The messages that a page has sent, in their order, and whether it has gone before its turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]

MOST_AHEAD = 32
"""Messages that are taken from a page ahead of their turn; the rest waits in its connection."""


class Inbox:
    """The messages of one page."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._ahead: deque[Message] = deque()

    async def take(self) -> Message:
        """Take the next message."""
        return self._ahead.popleft() if self._ahead else await self._receive()

    async def until_gone(self) -> None:
        """Return once the page has gone; what it said before that keeps its place."""
        while not self._says_goodbye():
            if len(self._ahead) >= MOST_AHEAD:
                await asyncio.Future()  # it says too much to be heard out; its turn will come
            self._ahead.append(await self._receive())

    def _says_goodbye(self) -> bool:
        return bool(self._ahead) and self._ahead[-1]["type"] == "websocket.disconnect"
