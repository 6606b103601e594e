"""The database queries of a page do not grow with its content."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from texts import published


def check_asks_alike(few: Client, lots: Client, path: str, most: int) -> None:
    """Check that both users get this page with the same number of queries, and at most this many.

    The host's texts are cached for both; a process loads them once a minute.
    """
    published.forget_published()
    published.published_pages()
    with CaptureQueriesContext(connection) as asked:
        few.get(path)
    assert len(asked) <= most, asked.captured_queries
    with CaptureQueriesContext(connection) as again:
        lots.get(path)
    assert len(again) == len(asked), [asked.captured_queries, again.captured_queries]
