"""Checks that the database is unused: a restore needs one on which nobody plays."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection

from matches.models import Heartbeat
from operations.backups.programs import BackupError

BEAT_PATIENCE = 8.0
"""Seconds within which a running server sends a heartbeat."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Another connection to the database, as far as PostgreSQL reveals it."""

    pid: int
    user: str
    program: str
    address: str | None

    def __str__(self) -> str:
        told = [f"process {self.pid}", self.program, f"from {self.address}" if self.address else ""]
        return f"{self.user} ({', '.join(filter(None, told))})"


def refuse_while_it_runs(beside: Collection[str] = ()) -> None:
    """Check that nothing uses the database; connections of the users `beside` may stay.

    Raises:
        BackupError: a server runs on it, or another client is connected.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_user")
        (own,) = cursor.fetchone()
    if own in beside:
        raise BackupError(
            f"{own} is the user of Nightcap itself, whose processes have to end: give the other program"
            " a user of its own."
        )
    if guests := [guest for guest in _guests() if guest.user not in beside]:
        raise BackupError(
            f"Somebody is connected to this database: {'; '.join(map(str, guests))}. End all processes"
            " of Nightcap first. Another program that has a user of its own, such as a metrics exporter,"
            " may stay: --beside USER. Nothing was changed."
        )
    if beats():
        raise BackupError(
            "Nightcap runs on this database. End all its processes first; nothing was changed."
        )


def _guests() -> list[Guest]:
    with connection.cursor() as cursor:
        # PostgreSQL may hide the type of other users' connections. Its own processes have no user.
        cursor.execute(
            "SELECT pid, usename, application_name, host(client_addr) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND usename IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend'"
            " ORDER BY pid"
        )
        return [Guest(*row) for row in cursor.fetchall()]


def beats() -> bool:
    """Return whether a heartbeat arrives; a server that has just stopped sends no more."""
    if Heartbeat._meta.db_table not in connection.introspection.table_names():
        return False
    with connection.cursor() as cursor:
        fresh = (
            "SELECT max(at_ms), max(at_ms) > extract(epoch FROM clock_timestamp()) * 1000 - %s"
            f" FROM {Heartbeat._meta.db_table}"
        )
        cursor.execute(fresh, [BEAT_PATIENCE * 1000])
        first, is_fresh = cursor.fetchone()
        end = time.monotonic() + BEAT_PATIENCE
        while is_fresh and time.monotonic() < end:
            time.sleep(0.2)
            cursor.execute(fresh, [BEAT_PATIENCE * 1000])
            if cursor.fetchone()[0] != first:
                return True
    return False
