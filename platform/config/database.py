"""Bounds of the connections to PostgreSQL: how long a page waits for it, and when a dead one is noticed."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

STATEMENT_S, LOCK_S, IDLE_S = 15, 5, 60
"""Seconds for a statement of a page, for a lock that it waits for, and for a transaction that asks nothing.

A page that is late is no help to anybody, and holds a connection that others wait for. Commands and workers
have no such bounds: a migration or a season's end may take its time.
"""
BOUNDS = {
    "statement_timeout": STATEMENT_S,
    "lock_timeout": LOCK_S,
    "idle_in_transaction_session_timeout": IDLE_S,
}
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

    `pool`: connections at most; 0 is no pool. `bounded`: whether its statements are from the beginning; a
    pooler in between lets nobody in who asks for that (`bound_once_connected`).
    """
    words = [f"-c {name}={seconds}s" for name, seconds in BOUNDS.items()]
    of_pages = dict(options)
    if bounded:  # what the address says comes last, and counts
        of_pages["options"] = " ".join([*words, options.get("options", "")]).strip()
    if pool:
        of_pages["pool"] = {"min_size": 1, "max_size": pool, "timeout": POOL_S}
    return of_pages


_bounded: WeakSet[Any] = WeakSet()
"""Connections that have their bounds."""


def bound_once_connected() -> None:
    """Bound the statements of pages on each connection of this process, behind a pooler by session.

    One by transaction gives each statement another connection of PostgreSQL, on which others would find
    what was set here.
    """
    connection_created.connect(_bound, dispatch_uid="config.database")


def _bound(connection: BaseDatabaseWrapper, **_: Any) -> None:
    # With a pool of our own one connection comes again and again.
    if connection.connection in _bounded:
        return
    values = ", ".join(
        f"set_config('{name}', '{seconds}s', false)" for name, seconds in BOUNDS.items()
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {values}")
    _bounded.add(connection.connection)
