"""A command that lacks the tables of this code says so in a sentence, and not in a traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import ProgrammingError
from psycopg.errors import UndefinedColumn, UndefinedTable

from core.migration_state import NOT_SET_UP, is_migrated


@contextmanager
def saying_what_is_unprepared() -> Iterator[None]:
    """End this command with a sentence if `prepare` has not been here, or another release's has."""
    try:
        yield
    except ProgrammingError as wrong:
        lacking = isinstance(wrong.__cause__, UndefinedTable | UndefinedColumn)
        if "--traceback" in sys.argv or not lacking or is_migrated():
            raise
        sys.exit(NOT_SET_UP)
