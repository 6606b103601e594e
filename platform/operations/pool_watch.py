"""Watches the connections of a web process, and ends a process that has none left.

A connection that is never given back is lost to its process. Nothing should lose one (`config.serving.uncancelled_requests`); but
a process that has lost all of them answers no page ever again, while everything around it is well. So it
says so (`/healthz`), and ends, to be started anew by whatever started it.
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
"""Seconds between two looks."""
LOST_S = 180.0
"""Seconds without a connection that is free or comes back, after which all are lost: a page of several
statements may have one for long on a slow disk, though each is bounded (`config.database`)."""
LOST_UNBOUNDED_S = 900.0
"""The same behind a pooler, where nothing bounds a statement: whoever waits for a lock looks like whoever is
lost, and all processes that wait for the same one would end, with all their sockets."""
LAST_S = 30.0
"""Seconds for the process to close in order."""
ANSWERS_S = 5
"""Seconds in which a database that is well lets a new connection in."""


class PoolWatch:
    """What was seen of a pool: is there anything that still moves?"""

    def __init__(self, pool: Any) -> None:
        self.pool = pool
        self._used_ms = 0
        self._moved_at = time.monotonic()

    def is_stuck(self) -> bool:
        """Whether no connection has been free, or came back, for too long.

        Of a database that is away the same is true: `can_connect` tells the two apart.
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
    """Whether this process can answer no page any more."""
    return _lost.is_set()


def watch_pool() -> None:
    """Look after the pool from now on, if this process has one."""
    if (pool := getattr(connection, "pool", None)) is not None:  # PostgreSQL's alone has one
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
    time.sleep(LOOK_S)  # until those who ask after our health have heard it
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST_S)
    os._exit(1)


def can_connect() -> bool:
    """Whether the database lets somebody in who does not ask the pool."""
    wanted = connection.get_connection_params() | {"connect_timeout": ANSWERS_S}
    try:
        with psycopg.connect(**wanted) as line:
            return line.execute("SELECT 1").fetchone() == (1,)
    except psycopg.Error:
        return False
