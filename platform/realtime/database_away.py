"""Whether an error of the database says that it is away, and not that something asked is wrong."""

from __future__ import annotations

from django.db import Error, InterfaceError, OperationalError
from psycopg import errors

_NOT_NOW = (
    errors.ReadOnlySqlTransaction,
    errors.IdleInTransactionSessionTimeout,
    errors.TransactionTimeout,
)
"""What Django takes for errors of its own making: a standby, a server that was made read-only because its
disk is nearly full, and a connection that PostgreSQL has ended."""


def is_away(error: Error) -> bool:
    """Whether it may be otherwise in a moment: it cannot be reached, is too slow, has no room, or takes no write."""
    return isinstance(error, OperationalError | InterfaceError) or isinstance(
        error.__cause__, _NOT_NOW
    )
