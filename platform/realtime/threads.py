"""Database work of the sockets: threads that keep their connection while there is work.

Django closes a connection after each piece of work that it hands to a thread; on the path of
every move, taking one from the pool and asking whether it still lives would cost as much as the
move itself.
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
"""Seconds after which a kept connection is asked whether it still lives."""

WORTH_KEEPING = 2 * THREADS
"""Connections that a process has at least (`NIGHTCAP_DB_POOL`) where its threads keep theirs: of fewer they
would keep all that there are, and pages would get none."""

_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="sockets")
_background = ThreadPoolExecutor(1, thread_name_prefix="goodbyes")
_mine = local()


def in_thread(function: Callable[P, R]) -> Callable[P, Awaitable[R]]:
    """Run this off the event loop, several at a time."""

    def work(*args: P.args, **kwargs: P.kwargs) -> R:
        if time.monotonic() - getattr(_mine, "last", 0.0) > IDLE:
            close_old_connections()
        try:
            return function(*args, **kwargs)
        except BaseException:
            # Whatever it was, the next piece of work begins with a connection that is sound.
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
    """Whether a thread keeps its connection beyond a piece of work."""
    pool = settings.DATABASES["default"]["OPTIONS"].get("pool")
    return not pool or pool["max_size"] >= WORTH_KEEPING


def in_background(function: Callable[P, R]) -> Callable[P, Awaitable[R]]:
    """Run this off the event loop, one after the other, and keep nobody who plays waiting.

    For what asks no database, and may be as much as there are pages: all can leave in one moment.
    """

    @wraps(function)
    async def begin(*args: P.args, **kwargs: P.kwargs) -> R:
        in_context = partial(copy_context().run, function, *args, **kwargs)
        return await get_running_loop().run_in_executor(_background, in_context)

    return begin


def close_connections() -> None:
    """Give back what idle threads keep; for whoever is about to take the database away."""
    all_here = Barrier(THREADS)

    def close(_: int) -> None:
        all_here.wait()  # so that no thread does this twice and none is left out
        connections.close_all()

    list(_pool.map(close, range(THREADS)))
