"""The schema check reads models and migrations, and covers all that they create."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from core import schema_check

pytestmark = pytest.mark.django_db


def test_what_was_migrated_is_whole() -> None:
    assert schema_check.why_not_whole() is None


def test_whatever_migrations_make_is_missed_when_it_goes() -> None:
    """There is no list that could become outdated: a migration that creates parts in an unknown way
    fails here.
    """
    wanted = schema_check.wanted_parts()
    with connection.cursor() as cursor:
        cursor.execute(schema_check.FOUND)
        rows = cursor.fetchall()
    others = Counter(part for row in rows for part in set(schema_check.parts_of(*row)))
    # Without check constraints that no model names: a restore creates them with their table,
    # never later.
    later = [row for row in rows if row[1] != "c"]
    assert len(later) > 400
    forgotten = [
        row
        for row in later
        if not any(part in wanted and others[part] == 1 for part in schema_check.parts_of(*row))
    ]
    assert forgotten == []


LOST = {
    "primary key ratings_feat (id)": "ALTER TABLE ratings_feat DROP CONSTRAINT ratings_feat_pkey",
    "foreign key ratings_feat (match_id)": "DO $$ BEGIN EXECUTE (SELECT 'ALTER TABLE ratings_feat DROP"
    " CONSTRAINT ' || conname FROM pg_constraint WHERE contype = 'f'"
    " AND conrelid = 'ratings_feat'::regclass AND confrelid = 'matches_match'::regclass); END $$",
    "one_count_a_feat": "ALTER TABLE ratings_feat DROP CONSTRAINT one_count_a_feat",
    "seats_in_play": "DROP INDEX seats_in_play",
    "no_gap_in_the_log": "ALTER TABLE matches_move DROP CONSTRAINT no_gap_in_the_log",
    "matches_move_append_only": "DROP TRIGGER matches_move_append_only ON matches_move",
    "index matches_downtime (ends_ms)": "DO $$ BEGIN EXECUTE (SELECT 'DROP INDEX ' || indexrelid::regclass"
    " FROM pg_index WHERE indrelid = 'matches_downtime'::regclass AND NOT indisprimary); END $$",
}


@pytest.mark.parametrize("lost", LOST)
def test_what_is_lost_is_named(lost: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(LOST[lost])
    why = schema_check.why_not_whole()
    assert why is not None
    assert "it lacks 1 of its keys, indexes and triggers" in why
    assert lost in why


def test_an_index_that_was_not_finished_does_not_count() -> None:
    """An interrupted `CREATE INDEX CONCURRENTLY` leaves an unused index."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'seats_in_play'::regclass"
        )
    assert "seats_in_play" in (schema_check.why_not_whole() or "")


def test_tables_of_another_release_are_for_that_one_to_judge() -> None:
    """During a rollout older code runs on the new tables, and does not know their parts."""
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX seats_in_play")
    MigrationRecorder(connection).record_applied("matches", "0042_of_tomorrow")
    assert schema_check.why_not_whole() is None


def test_an_empty_database_is_whole() -> None:
    """It is still to be prepared."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA bare; SET LOCAL search_path = bare")
    assert schema_check.why_not_whole() is None
