"""The messages of a connection, in their order, and whether its page has gone before its turn."""

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
    """The messages of one page: of its socket, or of one request."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._ahead: deque[Message] = deque()

    async def take(self) -> Message:
        """Take the next message."""
        return self._ahead.popleft() if self._ahead else await self._receive()

    async def stays_until(self, waiting: Awaitable[object]) -> bool:
        """Wait for something, for as long as the page is there; whether it still is.

        What the page says meanwhile keeps its place. If it goes, the waiting is cancelled.
        """
        turn, gone = asyncio.ensure_future(waiting), asyncio.ensure_future(self._until_gone())
        try:
            await asyncio.wait((turn, gone), return_when=asyncio.FIRST_COMPLETED)
            return turn.done()
        except asyncio.CancelledError:
            if not turn.done() or (me := asyncio.current_task()) is None:
                raise
            # What was waited for has come in the same moment, and is given back by whoever has it: it
            # ends at the next thing that it waits for.
            me.cancel()
            return True
        finally:
            turn.cancel()
            gone.cancel()

    async def _until_gone(self) -> None:
        while not self._says_goodbye():
            if len(self._ahead) >= MOST_AHEAD:
                await asyncio.Future()  # it says too much to be heard out; its turn will come
            self._ahead.append(await self._receive())

    def _says_goodbye(self) -> bool:
        return bool(self._ahead) and self._ahead[-1]["type"].endswith(".disconnect")
