"""Ids that people send: a number of a row, or 0, which no row has."""

from __future__ import annotations

import pytest

from core.numbers import read_id

WRONG: list[object] = ["", "x", "-1", "1.5", " 7", "9" * 19, "\u0663", None, 7, []]


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("9" * 18, 10**18 - 1), *((one, 0) for one in WRONG)]
)
def test_an_id_is_read_strictly(text: object, number: int) -> None:
    assert read_id(text) == number
