"""The tables that a move writes have no index that another one contains, and room for updates."""

from __future__ import annotations

import re

import pytest
from django.db import connection

from matches.store import save_round

pytestmark = pytest.mark.django_db

WRITES = re.compile(r"(?:UPDATE|INSERT INTO|DELETE FROM) (\w+)")
TABLES = sorted({*WRITES.findall(save_round._SAVE), *WRITES.findall(save_round._SPEND)})

CONTAINED = """
SELECT relname, contained.indexrelid::regclass::text, other.indexrelid::regclass::text
FROM pg_index contained JOIN pg_index other USING (indrelid) JOIN pg_class rel ON rel.oid = indrelid
WHERE relname = ANY(%s) AND contained.indexrelid <> other.indexrelid AND NOT contained.indisunique
  AND contained.indpred IS NULL AND other.indpred IS NULL
  AND contained.indexprs IS NULL AND other.indexprs IS NULL
  AND (other.indkey::text || ' ') LIKE (contained.indkey::text || ' %%')
  AND (other.indclass::text || ' ') LIKE (contained.indclass::text || ' %%')
"""
"""SQL for each index whose columns and operators are the first ones of another index."""


def test_the_tables_of_a_move_are_known() -> None:
    assert {"matches_round", "matches_move", "matches_deadline", "matches_outbox"} < set(TABLES)


def test_no_index_is_contained_in_another() -> None:
    with connection.cursor() as cursor:
        cursor.execute(CONTAINED, [TABLES])
        assert cursor.fetchall() == []


def test_a_page_of_rounds_has_room_for_updates() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reloptions FROM pg_class WHERE relname = 'matches_round'")
        (options,) = cursor.fetchone()
    assert "fillfactor=70" in options
