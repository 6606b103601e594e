"""Requests in their turn: a bounded number is worked on at a time, and none whose browser has left before.

Django gives each request a thread of its own. In a stall of the database they would be as many as there are
readers who press reload; and what the first of them had asked for would be worked out for nobody.

Each network has a few at a time. Else twenty readers at one address who ask again and again would make
everybody wait for twenty pages; and a refusal is a page, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakValueDictionary

from django.conf import settings

from config.middleware import PROBES
from config.own_origin import Scope
from core.errors import AGAIN_S
from realtime.inbox import Inbox

AT_ONCE = 40
"""Requests at a time: four for each connection to the database (`NIGHTCAP_DB_POOL`), as most need none."""
OF_A_NETWORK = 4
"""Requests of one network at a time: fewer than there are connections to the database, and more than make a
core faster."""
MOST_WAITING = 1_000
"""Requests that wait for their turn; one more is told to come again."""


class InTurn:
    """Work on each request when it is its turn."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._of_networks: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """Of the networks of which something is asked just now."""
        self._waiting = 0

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if _is_free(scope["path"]):
            await self.inner(scope, receive, send)
            return
        inbox = Inbox(receive)
        own = self._of(scope.get("network", ""))
        if self._waiting >= MOST_WAITING:
            await _send_away(send)
        elif await self._stays(inbox, own):
            try:
                await self.inner(scope, inbox.take, send)
            finally:
                self._turns.release()
                own.release()

    def _of(self, network: str) -> asyncio.Semaphore:
        """The turns of this network; of nowhere in particular, as many as there are."""
        if not network:
            return asyncio.Semaphore(AT_ONCE)
        return self._of_networks.setdefault(network, asyncio.Semaphore(OF_A_NETWORK))

    async def _stays(self, inbox: Inbox, own: asyncio.Semaphore) -> bool:
        """Wait for a turn; whether it came before the browser left."""
        if not (own.locked() or self._turns.locked()):
            await self._begin(own)  # nobody waits, and nor does this one
            return True
        self._waiting += 1
        try:
            return await inbox.stays_until(self._begin(own))
        finally:
            self._waiting -= 1

    async def _begin(self, own: asyncio.Semaphore) -> None:
        """Wait for a turn of its network, and only then for one of the process."""
        await own.acquire()
        try:
            await self._turns.acquire()
        except BaseException:
            own.release()
            raise


def _is_free(path: str) -> bool:
    """Whether it asks after our health, or for a file: neither needs what others wait for."""
    return path in PROBES or path.startswith(settings.STATIC_URL)


async def _send_away(send: Any) -> None:
    """Say when to come again, without any work."""
    headers = [(b"content-type", b"text/plain"), (b"retry-after", b"%d" % AGAIN_S)]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": b"There are too many requests at once.\n"})
