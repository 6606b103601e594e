"""Requests that finish even if the server cancels them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from config.serving.own_origin import Scope


class ToItsEnd:
    """Protect each request from being cancelled before its end.

    Daphne cancels a request ten seconds after its browser has left. The thread of its view cannot
    be cancelled and continues; but Django would not notice its end, when it returns the connection
    to the pool. With a slow database the process would lose a connection for each such request.
    """

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner
        self.running: set[asyncio.Future[None]] = set()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        work = asyncio.ensure_future(self.inner(scope, receive, send))
        self.running.add(work)  # the loop itself keeps no reference
        work.add_done_callback(self.running.discard)
        await asyncio.shield(work)
