"""No spreadsheet computes a user's text in a table of ours as a formula.

This includes text after a separator within a cell, because some programs split cells there.
"""

from __future__ import annotations

import csv
import io
import random
import unicodedata

import pytest

from core.formulas import SIGNS, defuse
from tests.architecture.test_walls import PLATFORM, imports, modules, name_of

SEPARATORS = ";,\t|"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("=1+1", "'=1+1"),
        (" \t=1+1", " \t'=1+1"),
        ('"=1+1', "\"'=1+1"),
        ("'-1+2", "''-1+2"),
        ("Anna;=1+1", "Anna;'=1+1"),
        ("Anna,\t=1+1", "Anna,\t'=1+1"),
        ('Anna";" -1', 'Anna";" \'-1'),
        ("a|b|@c", "a|b|'@c"),
        ("\uff1d1\uff0b1", "'\uff1d1\uff0b1"),
        ("a;\uff20b", "a;'\uff20b"),
        ("Anna;=1,=2", "Anna;'=1,'=2"),
        ("Karl-Heinz, 3 + 4 = 7 @ home", "Karl-Heinz, 3 + 4 = 7 @ home"),
        ("", ""),
    ],
)
def test_no_cell_begins_with_a_sign_nor_does_a_part_of_one(typed: str, written: str) -> None:
    assert defuse(typed) == written


def test_each_shape_of_a_sign_is_known() -> None:
    shapes = {c for c in map(chr, range(0x11_0000)) if unicodedata.normalize("NFKC", c) in "=+-@"}
    assert shapes <= set(SIGNS)


def test_however_a_line_is_split_again_no_cell_is_a_formula() -> None:
    """By any separator, with quotes or without."""
    luck, letters = random.Random(7), [*SIGNS, *SEPARATORS, '"', "'", " ", "a", "1", "\n"]
    for _ in range(3_000):
        row = ["".join(luck.choices(letters, k=luck.randrange(9))) for _ in range(3)]
        file = io.StringIO()
        csv.writer(file, delimiter=luck.choice(SEPARATORS)).writerow(map(defuse, row))
        for separator in SEPARATORS:
            for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
                lines = io.StringIO(file.getvalue(), newline="")
                for line in csv.reader(lines, delimiter=separator, quoting=quoting):
                    begun = {cell.strip(' \t"')[:1] for cell in line}
                    assert not begun & set(SIGNS), (row, line)


def test_each_module_that_writes_a_table_knows_of_it() -> None:
    """A new table contains users' text, too."""
    writers = {name_of(path) for path in modules(PLATFORM) if "csv" in imports(path)}
    tame = {name_of(path) for path in modules(PLATFORM) if "core.formulas.defuse" in imports(path)}
    # Only this module writes CSV; it also adds the marks by which Excel reads the reader's
    # language.
    assert writers == {"platform/core/spreadsheets.py"}
    assert writers <= tame
