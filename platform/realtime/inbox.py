"""The messages of a connection in order, and whether its page left before its turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]

MOST_AHEAD = 32
"""Messages read from a page ahead of their turn; the rest waits in its connection."""


class Inbox:
    """The messages of one page: of its socket, or of one request."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._ahead: deque[Message] = deque()

    async def take(self) -> Message:
        """Return the next message."""
        return self._ahead.popleft() if self._ahead else await self._receive()

    async def stays_until(self, waiting: Awaitable[object]) -> bool:
        """Await something while the page is connected; return whether the page still is.

        Messages that arrive meanwhile keep their order. If the page leaves, the awaited work is
        cancelled.
        """
        turn, gone = asyncio.ensure_future(waiting), asyncio.ensure_future(self._until_gone())
        try:
            await asyncio.wait((turn, gone), return_when=asyncio.FIRST_COMPLETED)
            return turn.done()
        except asyncio.CancelledError:
            if not turn.done() or (me := asyncio.current_task()) is None:
                raise
            # The work finished at the same moment. Its owner gives it back: the cancellation takes
            # effect at its next await.
            me.cancel()
            return True
        finally:
            turn.cancel()
            gone.cancel()

    async def _until_gone(self) -> None:
        while not self._says_goodbye():
            if len(self._ahead) >= MOST_AHEAD:
                await (
                    asyncio.Future()
                )  # the page sends too much to read ahead; its messages wait in the connection
            self._ahead.append(await self._receive())

    def _says_goodbye(self) -> bool:
        return bool(self._ahead) and self._ahead[-1]["type"].endswith(".disconnect")
