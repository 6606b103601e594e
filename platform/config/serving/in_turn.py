"""A bounded queue of requests: a limited number runs at a time, and requests whose browser has left
are dropped.

Django gives each request its own thread. In a stall of the database there would be one for each
reload, and pages would be computed for browsers that have left.

Each network has a few at a time. Otherwise twenty readers at one address who reload again and
again would make all users wait for twenty pages; and a refusal is a page, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakValueDictionary

from django.conf import settings

from config.serving.bare_refusals import bare_refusal
from config.serving.middleware import CROWDED, PROBES
from config.serving.own_origin import Scope
from core.errors import AGAIN_S
from realtime.inbox import Inbox

AT_ONCE = 40
"""Requests at a time: four for each connection to the database (`NIGHTCAP_DB_POOL`), because most
need none.
"""
OF_A_NETWORK = 4
"""Requests of one network at a time: fewer than the connections to the database, and more than a
core can speed up.
"""
MOST_WAITING, MOST_WAITING_OF_A_NETWORK = 1_000, 100
"""Requests that may wait for their turn, and those of one network among them; further ones are told
to retry.
"""
MOST_GIVEN_BACK, MOST_GIVEN_BACK_OF_A_NETWORK = 100, 20
"""Forms that are refused with the typed text, one after the other, and those of one network among
them; further ones are refused without it.
"""


class _Network:
    """The current requests of one network."""

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self.turns = asyncio.Semaphore(at_once)
        self.waiting, self.most_waiting = 0, most_waiting
        self.given_back = 0


class InTurn:
    """Run each request when it is its turn."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._networks: WeakValueDictionary[str, _Network] = WeakValueDictionary()
        self._waiting = 0
        self._one_form = asyncio.Semaphore(1)
        self._given_back = 0

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if _is_free(scope["path"]):
            await self.inner(scope, receive, send)
            return
        inbox = Inbox(receive)
        own = self._of(scope.get("network", ""))
        if self._waits(own) and self._is_full(own):
            await self._refuse(own, scope, inbox, send)
        elif await self._stays(inbox, own):
            try:
                await self.inner(scope, inbox.take, send)
            finally:
                self._turns.release()
                own.turns.release()

    def _of(self, network: str) -> _Network:
        """Return the turns of this network; without a network, all turns."""
        if not network:
            return _Network(AT_ONCE, MOST_WAITING)
        fresh = _Network(OF_A_NETWORK, MOST_WAITING_OF_A_NETWORK)
        return self._networks.setdefault(network, fresh)

    def _waits(self, own: _Network) -> bool:
        """Return whether a request of this network has to wait: otherwise the queue of others does
        not refuse it.
        """
        return own.turns.locked() or self._turns.locked()

    def _is_full(self, own: _Network) -> bool:
        return self._waiting >= MOST_WAITING or own.waiting >= own.most_waiting

    async def _refuse(self, own: _Network, scope: Scope, inbox: Inbox, send: Any) -> None:
        """Refuse with the time to retry. A form gets the typed text back, which takes work, and so
        is limited.
        """
        if (
            scope.get("method") != "POST"
            or self._given_back >= MOST_GIVEN_BACK
            or own.given_back >= MOST_GIVEN_BACK_OF_A_NETWORK
        ):
            await _send_away(scope, send)
            return
        self._given_back += 1
        own.given_back += 1
        try:
            if await inbox.stays_until(self._one_form.acquire()):
                try:
                    await self.inner({**scope, CROWDED: True}, inbox.take, send)
                finally:
                    self._one_form.release()
        finally:
            self._given_back -= 1
            own.given_back -= 1

    async def _stays(self, inbox: Inbox, own: _Network) -> bool:
        """Wait for a turn; return whether it came before the browser left."""
        if not self._waits(own):
            await self._begin(own)  # no request waits, so this one starts at once
            return True
        self._waiting += 1
        own.waiting += 1
        try:
            return await inbox.stays_until(self._begin(own))
        finally:
            self._waiting -= 1
            own.waiting -= 1

    async def _begin(self, own: _Network) -> None:
        """Wait for a turn of the network first, and only then for one of the process."""
        await own.turns.acquire()
        try:
            await self._turns.acquire()
        except BaseException:
            own.turns.release()
            raise


def _is_free(path: str) -> bool:
    """Return whether it requests a health check or a file: neither needs the resources that others
    wait for.
    """
    return path in PROBES or path.startswith(settings.STATIC_URL)


async def _send_away(scope: Scope, send: Any) -> None:
    """Answer with the time to retry, without any work."""
    liked = dict(scope.get("headers", ())).get(b"accept-language", b"")
    kind, body = bare_refusal("crowded", scope["path"], liked)
    headers = [
        (b"content-type", kind),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"%d" % AGAIN_S),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
