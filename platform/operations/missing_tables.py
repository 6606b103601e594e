"""One sentence instead of a traceback when a command finds no tables for this code."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import ProgrammingError
from psycopg.errors import UndefinedColumn, UndefinedTable

from core.migration_state import NOT_SET_UP, is_migrated


@contextmanager
def saying_what_is_unprepared() -> Iterator[None]:
    """End this command with a sentence if `prepare` has not run, or ran with another release."""
    try:
        yield
    except ProgrammingError as wrong:
        lacking = isinstance(wrong.__cause__, UndefinedTable | UndefinedColumn)
        if "--traceback" in sys.argv or not lacking or is_migrated():
            raise
        sys.exit(NOT_SET_UP)
