"""Timers of a web process: at most one for each key, set from its threads.

A timer that is lost with its process does no harm for long, because a sweep does the same work each
second. Workers and commands have no timers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from contextlib import suppress

from realtime.threads import in_thread

log = logging.getLogger(__name__)

Work = Callable[[], object]


class Timers:
    """The timers of an event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._wanted: set[Hashable] = set()
        self._handles: dict[Hashable, asyncio.TimerHandle] = {}
        self._at_work: set[asyncio.Task[None]] = set()

    def set(self, key: Hashable, wait_s: float, work: Work) -> None:
        """Do this work in a thread after this time; it replaces an earlier timer of the key.

        Does nothing once the event loop has ended.
        """
        self._wanted.add(key)
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._set, key, wait_s, work)

    def cancel(self, key: Hashable) -> None:
        """Cancel the timer of this key, if there is one."""
        if key in self._wanted:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._cancel, key)

    def end(self) -> None:
        """Cancel all timers; a sweep does their work."""
        for key in list(self._handles):
            self._cancel(key)

    def _set(self, key: Hashable, wait_s: float, work: Work) -> None:
        self._cancel(key)
        self._wanted.add(key)
        self._handles[key] = self._loop.call_later(wait_s, self._ring, key, work)

    def _cancel(self, key: Hashable) -> None:
        self._wanted.discard(key)
        handle = self._handles.pop(key, None)
        if handle is not None:
            handle.cancel()

    def _ring(self, key: Hashable, work: Work) -> None:
        self._cancel(key)
        task = asyncio.create_task(self._do(work))
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _do(self, work: Work) -> None:
        try:
            await in_thread(work)()
        except Exception:
            log.exception("the work of a timer failed")
