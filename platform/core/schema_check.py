"""A check that the database's schema is complete: an interrupted restore leaves tables without
their keys.

The expected parts are read from the models, and from the SQL in migrations: no list is
maintained. Constraints and indexes without a name in a model are identified by their columns,
because their names depend on the migration that created them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations import RunSQL
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from core.migration_state import unknown_migrations

ASIDE = "before_restore"
"""The schema in which a restore keeps the former tables until it is done."""
MANY = 3
"""The most missing parts that a sentence names."""
Part = tuple[str, str]
"""A kind and the part: `("index", "matches_seat (user_id)")`."""

FOUND = """
SELECT rel.relname, part.kind, part.name, ARRAY(
  SELECT attname FROM unnest(part.columns) WITH ORDINALITY AS key (number, place)
  JOIN pg_attribute ON attrelid = part.of AND attnum = key.number ORDER BY key.place)
FROM (
  SELECT conrelid, contype::text, conname, conkey FROM pg_constraint WHERE contype <> 'n'
  UNION ALL
  SELECT indrelid, CASE WHEN relname LIKE '%\\_like' THEN 'like'
    WHEN indpred IS NULL AND indexprs IS NULL THEN CASE WHEN indisunique THEN 'u' ELSE 'i' END
    ELSE '' END, relname, indkey::int2[]
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE indisvalid AND NOT EXISTS (
    SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
  UNION ALL
  SELECT tgrelid, '', tgname, tgattr::int2[] FROM pg_trigger WHERE NOT tgisinternal
) AS part (of, kind, name, columns)
JOIN pg_class AS rel ON rel.oid = part.of
WHERE rel.relnamespace = current_schema()::regnamespace
"""
"""SQL for each constraint, usable index and trigger of the schema: table, kind, name, columns. An
empty kind means that the columns do not identify the part.
"""
KINDS = {
    "p": "primary key",
    "u": "unique constraint",
    "f": "foreign key",
    "i": "index",
    "like": "index of beginnings",
}
IN_SQL = re.compile(r"\b(CREATE|ADD|DROP)\s+(?:UNIQUE\s+)?(?:TRIGGER|CONSTRAINT|INDEX)\s+(\w+)")
"""Matches the parts that a migration's own SQL creates or drops."""


def why_not_whole() -> str | None:
    """Return the reason why the database must not be used, in sentences for the host; None if it is
    complete.
    """
    if was_cut_short():
        return (
            "A restore of this database is at work, or was cut short: the former tables are still"
            f" in the schema {ASIDE}. If none is at work, run `manage.py restore BACKUP` again, or"
            " `manage.py restore --put-back`; both show first what the database contains."
        )
    executor = MigrationExecutor(connection)
    if not executor.loader.applied_migrations and _has_our_tables():
        return (
            "The database holds tables of Nightcap and no migration on record: it is incomplete."
            " Restore a backup (`manage.py restore BACKUP`), or begin with an empty database."
        )
    if missing := missing_parts(executor):
        named = ", ".join(f"{kind} {which}" for kind, which in missing[:MANY])
        return (
            f"The database is not whole: it lacks {len(missing)} of its keys, indexes and triggers"
            f" ({named}{', …' if missing[MANY:] else ''}). A restore by other means was cut short, or"
            " they were removed by hand. Restore a backup (`manage.py restore BACKUP`), or create"
            " them again."
        )
    return None


def was_cut_short() -> bool:
    """Return whether the tables from before a restore are still set aside: it is running, or was
    killed before its end.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regnamespace(%s) IS NOT NULL", [ASIDE])
        return bool(cursor.fetchone()[0])


def missing_parts(executor: MigrationExecutor | None = None) -> list[Part]:
    """Return the keys, indexes and triggers that the database lacks.

    Return nothing for a database that another release or no release has prepared: only that release
    could tell.
    """
    executor = executor or MigrationExecutor(connection)
    loader = executor.loader
    pending = loader.disk_migrations.keys() - loader.applied_migrations.keys()
    if pending or unknown_migrations(loader):
        return []
    return sorted(wanted_parts(executor) - found_parts())


def wanted_parts(executor: MigrationExecutor | None = None) -> set[Part]:
    """Return each part that models and the migrations' own SQL require."""
    return {*_of_models(), *_of_sql(executor or MigrationExecutor(connection))}


def found_parts() -> set[Part]:
    """Return each part that the database has, by its name and, if they identify it, by its columns."""
    with connection.cursor() as cursor:
        cursor.execute(FOUND)
        return {part for row in cursor.fetchall() for part in parts_of(*row)}


def parts_of(table: str, kind: str, name: str, columns: list[str]) -> Iterator[Part]:
    """Yield the identifications of one row of `FOUND`."""
    yield "constraint, index or trigger", name
    if kind in KINDS:
        yield _by_columns(kind, table, *columns)


def _has_our_tables() -> bool:
    tables = set(connection.introspection.table_names())
    return any(model._meta.db_table in tables for model in apps.get_models())


def _of_models() -> Iterator[Part]:
    models: list[type[Model]] = [*apps.get_models(include_auto_created=True)]
    models.append(MigrationRecorder.Migration)
    for model in models:
        if model._meta.can_migrate(connection):
            yield from _of_model(model)


def _of_model(model: type[Model]) -> Iterator[Part]:
    meta = model._meta
    columns = {field.name: str(field.column) for field in meta.local_concrete_fields}
    for field in meta.local_concrete_fields:
        for kind in _kinds_of(field):
            yield _by_columns(kind, meta.db_table, columns[field.name])
    for names in meta.unique_together:
        yield _by_columns("u", meta.db_table, *(columns[name] for name in names))
    for named in (*meta.indexes, *meta.constraints):
        yield "constraint, index or trigger", named.name


def _kinds_of(field: Any) -> Iterator[str]:  # its attributes depend on the kind of field
    if field.primary_key:
        yield "p"
    elif field.unique:
        yield "u"
    elif field.db_index:
        yield "i"
    if field.remote_field and field.db_constraint:
        yield "f"
    is_text = (field.db_type(connection) or "").startswith(("varchar", "text"))
    if is_text and (field.db_index or field.unique):
        yield "like"


def _of_sql(executor: MigrationExecutor) -> Iterator[Part]:
    made: dict[str, None] = {}
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    for migration, _ in plan:
        for operation in migration.operations:
            if isinstance(operation, RunSQL):
                for verb, name in IN_SQL.findall(str(operation.sql)):
                    if verb == "DROP":
                        made.pop(name, None)
                    else:
                        made[name] = None
    for name in made:
        yield "constraint, index or trigger", name


def _by_columns(kind: str, table: str, *columns: str) -> Part:
    return KINDS[kind], f"{table} ({', '.join(columns)})"
