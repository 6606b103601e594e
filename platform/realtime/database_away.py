"""Distinguish errors of a database that is down from errors in a statement."""

from __future__ import annotations

from django.db import Error, InterfaceError, OperationalError
from psycopg import errors

_NOT_NOW = (
    errors.ReadOnlySqlTransaction,
    errors.IdleInTransactionSessionTimeout,
    errors.TransactionTimeout,
)
"""Errors that Django wraps as its own: a standby server, a server made read-only because its disk
is nearly full, and a connection that PostgreSQL has ended.
"""


def is_away(error: Error) -> bool:
    """Return whether a retry may succeed: the server is unreachable, too slow, full or read-only."""
    return isinstance(error, OperationalError | InterfaceError) or isinstance(
        error.__cause__, _NOT_NOW
    )
