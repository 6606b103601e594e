"""Bounds of the connections to PostgreSQL: how long a page waits for it, and when a dead one is noticed."""

from __future__ import annotations

from typing import Any

STATEMENT_S, LOCK_S, IDLE_S = 15, 5, 60
"""Seconds for a statement of a page, for a lock that it waits for, and for a transaction that asks nothing.

A page that is late is no help to anybody, and holds a connection that others wait for. Commands and workers
have no such bounds: a migration or a season's end may take its time.
"""
POOL_S = 5
"""Seconds that a page waits for a connection of its process."""

NOTICES_DEATH = {
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
"""Options of libpq for every process: of a network that swallows all it hears within half a minute. The
system's own patience is a quarter of an hour. An address may say otherwise."""


def of_pages(options: dict[str, Any], pool: int, *, bounded: bool) -> dict[str, Any]:
    """The options of a web process.

    `pool`: connections at most; 0 is no pool. `bounded`: whether its statements are; a pooler in between
    lets nobody in who asks for that.
    """
    bounds = {
        "statement_timeout": STATEMENT_S,
        "lock_timeout": LOCK_S,
        "idle_in_transaction_session_timeout": IDLE_S,
    }
    words = [f"-c {name}={seconds}s" for name, seconds in bounds.items()]
    of_pages = dict(options)
    if bounded:  # what the address says comes last, and counts
        of_pages["options"] = " ".join([*words, options.get("options", "")]).strip()
    if pool:
        of_pages["pool"] = {"min_size": 1, "max_size": pool, "timeout": POOL_S}
    return of_pages
