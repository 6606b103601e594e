"""Restores the database after a test that commits."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test import TransactionTestCase

FILLED = "filled_by_migrating"
"""A schema with copies of the tables that migrations filled."""


def empty_by_deleting() -> None:
    """End transactional tests by deleting rows, if the database allows it.

    Django truncates every table and repeats the work after migrations, which takes half a second
    for a few rows. With the role of a replica, deletion runs no trigger, neither of foreign keys
    nor of append-only tables. This requires a superuser.
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
