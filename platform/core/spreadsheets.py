"""Tables as files: CSV that Excel opens in the reader's language, and XLSX."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import TypeAlias

from django.utils import timezone
from django.utils.formats import get_format

from core import times
from core.formulas import defuse

BOM = "\ufeff"
"""The byte order mark, by which Excel recognises UTF-8."""
MOMENT_WIDTH = 17
"""The width of a column of times, in characters, with some room."""
SEPARATORS = {"semicolon": ";", "comma": ",", "tab": "\t"}

Cell: TypeAlias = str | int | Fraction | datetime | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: rows under headings."""

    title: str
    heads: tuple[str, ...]
    rows: list[tuple[Cell, ...]]


def as_csv(sheet: Sheet, separator: str) -> bytes:
    """Write a sheet as CSV. `separator`: a key of `SEPARATORS`; any other stands for the active language's.

    In a language that writes numbers with a comma, Excel expects semicolons between the cells.
    """
    point = str(get_format("DECIMAL_SEPARATOR"))
    sign = SEPARATORS.get(separator, "," if point == "." else ";")
    if sign == point:
        point = "."
    text = io.StringIO(BOM, newline="")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text, delimiter=sign)
    writer.writerow(sheet.heads)
    writer.writerows([_text(cell, point) for cell in row] for row in sheet.rows)
    return text.getvalue().encode()


def _text(cell: Cell, point: str) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return _decimal(cell).replace(".", point)
    if isinstance(cell, datetime):
        return times.for_a_spreadsheet(cell)
    return defuse(cell) if isinstance(cell, str) else cell


def _decimal(number: Fraction) -> str:
    """Write a number with two decimals at most: shared places make halves and thirds."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


def as_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """Write these sheets as one workbook, in which text is never a formula."""
    import xlsxwriter  # here, because few need it: 2 MB

    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as book:
        bold = book.add_format({"bold": True})
        moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        # The cell stays text even if a reader edits it.
        words = book.add_format({"quote_prefix": True})
        for sheet in sheets:
            page = book.add_worksheet(sheet.title[:31])
            page.freeze_panes(1, 0)
            for column, head in enumerate(sheet.heads):
                page.write_string(0, column, head, bold)
            for number, row in enumerate(sheet.rows, start=1):
                for column, cell in enumerate(row):
                    if isinstance(cell, datetime):
                        local = timezone.localtime(cell).replace(tzinfo=None)
                        page.write_datetime(number, column, local, moment)
                    elif isinstance(cell, int | Fraction):
                        page.write_number(number, column, round(float(cell), 2))
                    elif cell:
                        page.write_string(number, column, cell, words)
            page.autofit()
            # `autofit` measures a time as a day, and Excel shows "###" for text that does not fit.
            for column, head in enumerate(sheet.heads):
                if any(isinstance(row[column], datetime) for row in sheet.rows):
                    page.set_column(column, column, max(MOMENT_WIDTH, len(head) + 1))
            page.set_landscape()
            page.fit_to_pages(1, 0)
    return file.getvalue()
