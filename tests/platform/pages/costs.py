"""What a page asks of the database, however much there is to show."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from texts import published


def check_asks_alike(few: Client, lots: Client, path: str, most: int) -> None:
    """Both get this page with the same number of queries, and with so many at the most.

    The host's texts, which a process looks up once a minute, are known to both.
    """
    published.forget_published()
    published.published_pages()
    with CaptureQueriesContext(connection) as asked:
        few.get(path)
    assert len(asked) <= most, asked.captured_queries
    with CaptureQueriesContext(connection) as again:
        lots.get(path)
    assert len(again) == len(asked), [asked.captured_queries, again.captured_queries]
