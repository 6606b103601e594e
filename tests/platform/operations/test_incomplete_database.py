"""Before it starts, a process checks that its database is complete."""

from __future__ import annotations

import pytest
from django.db import connection

from core.schema_check import ASIDE
from operations.incomplete_database import end_on_half_a_database


@pytest.mark.django_db(transaction=True)
def test_a_whole_database_lets_it_start_and_keeps_no_connection() -> None:
    end_on_half_a_database()
    # A worker's children would share an open connection, and read each other's answers.
    assert connection.connection is None


@pytest.mark.django_db(transaction=True)
def test_half_a_database_does_not() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {ASIDE}")
    try:
        with pytest.raises(SystemExit, match="was cut short"):
            end_on_half_a_database()
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA {ASIDE}")


@pytest.mark.usefixtures("_database_away")
def test_a_server_starts_with_the_database_away() -> None:
    """`/readyz` continues to check it."""
    end_on_half_a_database()
