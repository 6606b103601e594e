"""Timeouts of the connections to PostgreSQL: how long a page waits, and when a dead connection is
noticed.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

STATEMENT_S, LOCK_S, IDLE_S = 15, 5, 60
"""Timeouts of pages, in seconds: for a statement, for a lock, and for an idle transaction.

A late page is useless, and holds a connection that others wait for. Commands and workers have no
such timeouts: a migration or a season's end may take longer.
"""
BOUNDS = {
    "statement_timeout": STATEMENT_S,
    "lock_timeout": LOCK_S,
    "idle_in_transaction_session_timeout": IDLE_S,
}
POOL_S = 5
"""Time that a page waits for a connection of its process, in seconds."""

NOTICES_DEATH = {
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
"""Options of libpq for every process: they detect within half a minute that the network drops all
packets. The system's default is a quarter of an hour. An address may set other values.
"""


def of_pages(options: dict[str, Any], pool: int, *, bounded: bool) -> dict[str, Any]:
    """Return the database options of a web process.

    `pool`: the most connections; 0 means no pool. `bounded`: whether the connection sets the
    timeouts at its start; a pooler in between refuses that (see `bound_once_connected`).
    """
    words = [f"-c {name}={seconds}s" for name, seconds in BOUNDS.items()]
    of_pages = dict(options)
    if bounded:  # the address's own options are last, and win
        of_pages["options"] = " ".join([*words, options.get("options", "")]).strip()
    if pool:
        of_pages["pool"] = {"min_size": 1, "max_size": pool, "timeout": POOL_S}
    return of_pages


_bounded: WeakSet[Any] = WeakSet()
"""Connections whose timeouts are set."""


def bound_once_connected() -> None:
    """Set the timeouts of pages on each connection of this process, behind a pooler in session
    mode.

    A pooler in transaction mode gives each statement another connection of PostgreSQL, on which
    other clients would find these values.
    """
    connection_created.connect(_bound, dispatch_uid="config.database")


def _bound(connection: BaseDatabaseWrapper, **_: Any) -> None:
    # With a pool of our own a connection is used again and again.
    if connection.connection in _bounded:
        return
    values = ", ".join(
        f"set_config('{name}', '{seconds}s', false)" for name, seconds in BOUNDS.items()
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {values}")
    _bounded.add(connection.connection)
