"""Watches the connections of a web process, and ends a process that has lost all of them.

A connection that is never returned is lost to its process. Nothing should lose one
(`config.serving.uncancelled_requests`). A process that has lost all of them can never answer a
page, while everything around it works. Therefore it fails `/healthz` and ends, so that its
supervisor restarts it.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

log = logging.getLogger(__name__)

LOOK_S = 5.0
"""Seconds between two checks."""
LOST_S = 180.0
"""Seconds without a free or returned connection after which all count as lost. A page with several
statements may hold one for long on a slow disk, though each has a timeout (`config.database`).
"""
LOST_UNBOUNDED_S = 900.0
"""The same limit behind a pooler, where statements have no timeout. There, a process that waits for
a lock looks like one that lost its connections, and all waiting processes would end with their
sockets.
"""
LAST_S = 30.0
"""Seconds for the process to close in order."""
ANSWERS_S = 5
"""Seconds within which a working database accepts a new connection."""


class PoolWatch:
    """Observations of a pool, to detect whether it still moves."""

    def __init__(self, pool: Any) -> None:
        self.pool = pool
        self._used_ms = 0
        self._moved_at = time.monotonic()

    def is_stuck(self) -> bool:
        """Return whether no connection has been free or returned for too long.

        This is also true if the database is down; `can_connect` distinguishes the two cases.
        """
        seen = self.pool.get_stats()
        used_ms = seen.get("usage_ms", 0)
        free = seen["pool_available"] > 0 or seen["pool_size"] < seen["pool_max"]
        if free or used_ms != self._used_ms:
            self._used_ms, self._moved_at = used_ms, time.monotonic()
        patience = LOST_S if settings.DB_POOLER == "none" else LOST_UNBOUNDED_S
        return time.monotonic() - self._moved_at > patience


_lost = threading.Event()


def is_lost() -> bool:
    """Return whether this process can no longer answer any page."""
    return _lost.is_set()


def watch_pool() -> None:
    """Watch the pool from now on, if this process has one."""
    if (pool := getattr(connection, "pool", None)) is not None:  # only PostgreSQL's wrapper has one
        threading.Thread(target=_watch, args=(pool,), name="pool", daemon=True).start()


def _watch(pool: Any) -> None:
    watch = PoolWatch(pool)
    while not (watch.is_stuck() and can_connect()):
        time.sleep(LOOK_S)
    _lost.set()
    log.critical(
        "All connections to the database are lost, and the database is there: the process ends,"
        " to be started anew."
    )
    time.sleep(LOOK_S)  # time for health checks to see the failure
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST_S)
    os._exit(1)


def can_connect() -> bool:
    """Return whether the database accepts a connection outside of the pool."""
    wanted = connection.get_connection_params() | {"connect_timeout": ANSWERS_S}
    try:
        with psycopg.connect(**wanted) as line:
            return line.execute("SELECT 1").fetchone() == (1,)
    except psycopg.Error:
        return False
