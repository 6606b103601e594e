"""Requests run to their end, also when the server has given them up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from config.serving.own_origin import Scope


class ToItsEnd:
    """Keep each request from being cancelled half-way.

    Daphne cancels a request ten seconds after its browser has left. The thread of its view cannot be
    cancelled and goes on; but Django would never hear of its end, at which it gives the connection to
    the database back to the pool. Of a slow database each such request would cost the process a
    connection for good.
    """

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner
        self.running: set[asyncio.Future[None]] = set()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        work = asyncio.ensure_future(self.inner(scope, receive, send))
        self.running.add(work)  # the loop itself keeps none alive
        work.add_done_callback(self.running.discard)
        await asyncio.shield(work)
