"""How the database gets back to what it was when a test has committed."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test import TransactionTestCase

FILLED = "filled_by_migrating"
"""A schema: copies of the tables that migrating put rows into."""


def empty_by_deleting() -> None:
    """Let transactional tests end by deleting rows, where the database lets us.

    Django truncates every table and does anew what follows migrating: half a second of work, for
    a few rows. Deleting as a replica asks no trigger, neither those of foreign keys nor those of
    tables that are kept for ever; only a superuser may.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser')")
        if cursor.fetchone() != ("on",):
            return
        tables = connection.introspection.table_names(cursor)
        statements = ["SET session_replication_role = replica"]
        cursor.execute(f"CREATE SCHEMA {FILLED}")
        for table in tables:
            statements.append(f'DELETE FROM "{table}"')
            cursor.execute(f'SELECT EXISTS (SELECT FROM "{table}")')
            if cursor.fetchone() == (True,):
                cursor.execute(f'CREATE TABLE {FILLED}."{table}" AS TABLE "{table}"')
                statements.append(f'INSERT INTO "{table}" SELECT * FROM {FILLED}."{table}"')
        statements.append("SET session_replication_role = origin")
    restore = "; ".join(statements)

    def teardown(self: TransactionTestCase) -> None:
        with connection.cursor() as cursor:
            cursor.execute(restore)

    case: Any = TransactionTestCase
    case._fixture_teardown = teardown
