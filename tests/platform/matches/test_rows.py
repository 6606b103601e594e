"""Rows of plain SQL: a type names the columns of a statement, and how each is read."""

from __future__ import annotations

import uuid
from typing import NamedTuple

import msgspec
import pytest

from games.kernel.contract import Target
from matches.store import rows

pytestmark = pytest.mark.django_db

ID = uuid.UUID(int=7)


class Inner(NamedTuple):
    number: int
    names: list[str]


class Outer(NamedTuple):
    match_id: uuid.UUID
    inner: Inner
    target: Target
    result: list[int] | None
    text: str


INNER = rows.columns(Inner, "x")
OUTER = rows.columns(Outer, "x", inner=INNER, result="NULL::jsonb", text="x.target")
FROM = """
FROM (SELECT %(id)s::uuid AS match_id, 3 AS number, '["a"]'::jsonb AS names,
  %(target)s::jsonb AS target) x"""


def found(statement: str, target: str = '{"rounds": 2}') -> Outer:
    with rows.prepared() as cursor:
        cursor.execute(statement, {"id": ID, "target": target})
        (row,) = rows.fetch(cursor, Outer)
    return row


def test_a_type_makes_its_statement_and_reads_its_rows() -> None:
    """JSON becomes a value of the field's type, except for text fields; a shape may contain a
    shape.
    """
    assert OUTER.split(",\n  ") == [
        "x.match_id AS match_id",
        "x.number AS number",
        "x.names AS names",
        "x.target AS target",
        "NULL::jsonb AS result",
        "x.target AS text",
    ]
    assert found(f"SELECT {OUTER} {FROM}") == Outer(
        ID, Inner(3, ["a"]), Target(rounds=2), None, '{"rounds": 2}'
    )


def test_a_column_that_is_no_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="Inner has no nmaes"):
        rows.columns(Inner, "x", nmaes="x.names")


@pytest.mark.parametrize("target", ["[]", "null"])
def test_json_that_is_no_value_of_the_field_is_an_error(target: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        found(f"SELECT {OUTER} {FROM}", target)


def test_columns_in_another_order_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_compared", set())
    swapped = OUTER.replace(
        "x.number AS number,\n  x.names AS names", "x.names AS names, 3 AS number"
    )
    with pytest.raises(TypeError, match="expected the columns"):
        found(f"SELECT {swapped} {FROM}")
