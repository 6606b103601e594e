"""The operations that a migration may have while the previous release still uses the same database.

Web processes are replaced one after the other, and `prepare` migrates before the first: for some
time old code reads and writes the new tables. So a row can be written without new columns, nothing
is renamed or removed that old code uses, and no table is locked for long. Unused parts are removed
a release later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.db import models
from django.db.migrations import Migration
from django.db.migrations.operations import (
    AddField,
    AddIndex,
    AlterField,
    AlterModelManagers,
    AlterModelOptions,
    CreateModel,
    RenameIndex,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

HARMLESS = (
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
    AlterModelManagers,
    AlterModelOptions,
    CreateModel,
    RenameIndex,
)
WAYS = {
    "RemoveField": "old code reads the column: take it away a release after nothing uses it",
    "RenameField": "old code knows the old name: add a column, and take the old one away later",
    "DeleteModel": "old code reads the table: take it away a release after nothing uses it",
    "RenameModel": "old code knows the old name of the table",
    "AlterModelTable": "old code knows the old name of the table",
    "AddConstraint": "old code may break it: say why it does not, where it is excused",
    "RemoveConstraint": "old code may name it in ON CONFLICT: say why it does not",
}


def problems(migration: Migration, before: ProjectState) -> Iterator[str]:
    """Return the problems of this migration for the previous release, in words.

    `before`: the state that it is applied to.
    """
    state, created = before.clone(), set[str]()
    for operation in migration.operations:
        if isinstance(operation, CreateModel):
            created.add(operation.name_lower)
        why = _why_not(operation, state, migration.app_label, created)
        if why is not None:
            yield f"{migration}: {operation.describe()}: {why}"
        operation.state_forwards(migration.app_label, state)


def _why_not(operation: Operation, state: ProjectState, app: str, created: set[str]) -> str | None:
    if getattr(operation, "model_name_lower", "") in created:
        return None  # no code uses it yet
    if isinstance(operation, HARMLESS):
        return None
    for kind, judge in JUDGES:
        if isinstance(operation, kind):
            return judge(operation, state, app)
    name = type(operation).__name__
    return WAYS.get(name, f"what {name} does cannot be seen: say that it fits both, and excuse it")


def _added_field(operation: AddField, state: ProjectState, app: str) -> str | None:
    field = operation.field
    if field.null or field.many_to_many or field.has_db_default():
        return None
    return "old code writes rows without it: let it be null, or give it a db_default"


def _added_index(operation: AddIndex, state: ProjectState, app: str) -> str:
    return "nobody writes while it is made: AddIndexConcurrently, and atomic = False"


def _altered_field(operation: AlterField, state: ProjectState, app: str) -> str | None:
    old = state.models[app, operation.model_name_lower].fields[operation.name]
    new = operation.field
    unlike = [
        name
        for name in sorted(set(_described(old)) | set(_described(new)))
        if _described(old).get(name) != _described(new).get(name)
    ]
    if unlike == ["null"] and new.null:
        return None
    if unlike == ["db_default"] and new.has_db_default():
        return None
    if unlike == ["db_index"] and _described(new).get("db_index") is False:
        return None
    return f"it changes {', '.join(unlike)} of the column" if unlike else None


def _described(field: models.Field[object, object]) -> dict[str, object]:
    """Return the database's description of a field."""
    _, path, args, kwargs = field.deconstruct()
    known = {name: kwargs[name] for name in kwargs if name not in field.non_db_attrs}
    return {"type": path, "args": list(args), **known}


JUDGES: tuple[tuple[type[Operation], Callable[..., str | None]], ...] = (
    # Before their bases.
    (AddConstraintNotValid, lambda *_: WAYS["AddConstraint"]),
    (AddField, _added_field),
    (AddIndex, _added_index),
    (AlterField, _altered_field),
)
