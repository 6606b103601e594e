"""Database work of the sockets: threads that keep their connection while there is work.

Django closes the connection after each piece of work in a thread. On the path of every move, taking
a connection from the pool and checking it would cost as much as the move itself.
"""

from __future__ import annotations

import time
from asyncio import get_running_loop
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from threading import Barrier, local
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import close_old_connections, connections

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 4
IDLE = 1.0
"""Idle time after which a kept connection is checked before use, in seconds."""

WORTH_KEEPING = 2 * THREADS
"""Smallest pool (`NIGHTCAP_DB_POOL`) whose threads keep their connections. Threads of a smaller
pool would keep every connection, and pages would get none.
"""

_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="sockets")
_background = ThreadPoolExecutor(1, thread_name_prefix="goodbyes")
_mine = local()


def in_thread(function: Callable[P, R]) -> Callable[P, Awaitable[R]]:
    """Run this outside of the event loop, several calls at a time."""

    def work(*args: P.args, **kwargs: P.kwargs) -> R:
        if time.monotonic() - getattr(_mine, "last", 0.0) > IDLE:
            close_old_connections()
        try:
            return function(*args, **kwargs)
        except BaseException:
            # After any error, the next piece of work begins with a working connection.
            connections.close_all()
            raise
        finally:
            if not _keeps():
                connections.close_all()
            _mine.last = time.monotonic()

    @wraps(function)
    async def begin(*args: P.args, **kwargs: P.kwargs) -> R:
        in_context = partial(copy_context().run, work, *args, **kwargs)
        return await get_running_loop().run_in_executor(_pool, in_context)

    return begin


def _keeps() -> bool:
    """Return whether a thread keeps its connection after a piece of work."""
    pool = settings.DATABASES["default"]["OPTIONS"].get("pool")
    return not pool or pool["max_size"] >= WORTH_KEEPING


def in_background(function: Callable[P, R]) -> Callable[P, Awaitable[R]]:
    """Run this outside of the event loop, one call after another, without delaying players.

    It is for work without database access that may come for every page at once, as when all
    disconnect.
    """

    @wraps(function)
    async def begin(*args: P.args, **kwargs: P.kwargs) -> R:
        in_context = partial(copy_context().run, function, *args, **kwargs)
        return await get_running_loop().run_in_executor(_background, in_context)

    return begin


def close_connections() -> None:
    """Close the connections of idle threads, for callers that are about to remove the database."""
    all_here = Barrier(THREADS)

    def close(_: int) -> None:
        all_here.wait()  # each thread does this once
        connections.close_all()

    list(_pool.map(close, range(THREADS)))
