"""What a line of the log is about: the request, and the match that is worked on.

It follows the work into threads and tasks, so that all lines of one move can be found.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Names the request, the socket or the task that began it all: 32 hexadecimal digits."""
_match: ContextVar[object] = ContextVar("log_match", default=None)


@contextmanager
def about_match(match_id: object) -> Iterator[None]:
    """Lines that are written in this block are about this match."""
    token = _match.set(match_id)
    try:
        yield
    finally:
        _match.reset(token)


def add_context(record: logging.LogRecord) -> bool:
    """A filter of the log: put what a line is about on it, where it does not say so itself."""
    if request_id.get() and not hasattr(record, "request_id"):
        record.request_id = request_id.get()
    if _match.get() is not None and not hasattr(record, "match"):
        record.match = str(_match.get())
    return True
