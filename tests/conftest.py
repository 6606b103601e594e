"""Fixtures and settings of every test."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
import pytest_django
from asgiref.sync import SyncToAsync
from django.core.cache import cache
from django.db import connection, connections
from django.utils import timezone, translation
from servestatic.middleware import ServeStaticMiddleware

from realtime.threads import close_connections
from tests.emptying import empty_by_deleting

LEAVE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""Ends the connections that remain, for example of a finished test's thread."""


OF_PROCESSES = {"browser", "chaos", "deploy", "fuzz", "leaks", "load"}
"""Folders whose tests start processes and talk to them."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use one worker more than there are cores, since a test waits a quarter of its time for other
    processes.
    """
    return (os.cpu_count() or 1) + 1


def pytest_collection() -> None:
    """Turn off the garbage collector during collection, whose objects live to the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Turn it on again, without a scan of the collected tests."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Repeat a failed test once, and report it, if it depends on processes, threads or sockets, and
    so on the load of the machine. All other tests have one attempt.
    """
    for item in items:
        if _is_of_several(item):
            item.add_marker(pytest.mark.flaky(reruns=1))


def _is_of_several(item: pytest.Item) -> bool:
    database = item.get_closest_marker("django_db")
    return (
        item.get_closest_marker("asyncio") is not None
        or (database is not None and bool(database.kwargs.get("transaction")))
        or not OF_PROCESSES.isdisjoint(item.path.relative_to(item.config.rootpath).parts)
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the first failure of each test that passed at its second attempt, as something to fix."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"first try of {report.nodeid}", sep="_")
        terminalreporter.write_line(report.longreprtext)
        for title, said in report.sections:
            terminalreporter.section(title, sep="-")
            terminalreporter.write_line(said)


@pytest.fixture(autouse=True)
def _nothing_cached(request: pytest.FixtureRequest) -> Iterator[None]:
    """Empty the cache after each test, because it is not rolled back like the database."""
    yield
    # Marked tests do not name the fixture themselves.
    marked = request.node.get_closest_marker("django_db") is not None
    if marked or {"db", "transactional_db"} & set(request.fixturenames):
        cache.clear()


@pytest.fixture(autouse=True)
def _language_of_nobody() -> Iterator[None]:
    """Reset the language and time zone of the thread, which a request leaves behind."""
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[None]:
    """Provide the database of the tests, and end all connections to it at the end."""
    with django_db_blocker.unblock():
        empty_by_deleting()
    yield
    close_connections()
    # The threads of asynchronous requests leave their connections open.
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(LEAVE)


@pytest.fixture
def static_files(settings: Any) -> None:
    """Serve static files in a test's client, too, which has no event loop."""
    ours, library = "config.serving.middleware.static_files", ServeStaticMiddleware
    served = f"{library.__module__}.{library.__qualname__}"
    settings.MIDDLEWARE = [served if name == ours else name for name in settings.MIDDLEWARE]
    settings.SERVESTATIC_USE_FINDERS = True


@pytest.fixture
def socket_headers() -> list[tuple[bytes, bytes]]:
    """Return the headers that a browser on our own page sends when it opens a socket."""
    return [(b"host", b"testserver"), (b"origin", b"http://testserver")]
