"""The context of log lines: the request, and the match that is being processed.

It follows the work into threads and tasks, so that all lines of one move can be found.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request, the socket or the task that began the work: 32 hexadecimal digits."""
_match: ContextVar[object] = ContextVar("log_match", default=None)


@contextmanager
def about_match(match_id: object) -> Iterator[None]:
    """Mark log lines in this block as being about this match."""
    token = _match.set(match_id)
    try:
        yield
    finally:
        _match.reset(token)


def add_context(record: logging.LogRecord) -> bool:
    """A log filter: add the context to a record that has none of its own."""
    if request_id.get() and not hasattr(record, "request_id"):
        record.request_id = request_id.get()
    if _match.get() is not None and not hasattr(record, "match"):
        record.match = str(_match.get())
    return True
