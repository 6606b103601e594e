"""Lets each address have a few pages made at a time: its others wait for them, and nobody else's do."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakValueDictionary

from accounts.limits import network_of
from config.own_origin import App, Scope

AT_A_TIME = 4
"""Fewer than there are connections to the database, and more than a core makes faster."""


class FairShare:
    """Hand requests on, so many of a network at once, in the order in which they came.

    Without it a page waits for all that others have asked for: twenty readers at one address who ask
    again and again made everybody wait for twenty pages, and a refusal is a page, too.
    """

    def __init__(self, inner: App) -> None:
        self.inner = inner
        self.turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """Of the networks of which something is asked just now."""

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        network = network_of((scope.get("client") or ("",))[0])
        async with self.turns.setdefault(network, asyncio.Semaphore(AT_A_TIME)):
            await self.inner(scope, receive, send)
