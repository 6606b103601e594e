"""What every test may use."""

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

from config import settings as deployed
from realtime.threads import close_connections
from tests.emptying import empty_by_deleting

LEAVE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""Whoever is still connected: a thread of a test that has ended."""


OF_PROCESSES = {"browser", "chaos", "deploy", "fuzz", "leaks", "load"}
"""Folders whose tests start processes and talk with them."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a test waits a quarter of its time for other processes."""
    return (os.cpu_count() or 1) + 1


def pytest_collection() -> None:
    """Look for no garbage while tests are collected: what is made then stays to the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage again, but never among the tests themselves."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where processes, threads or sockets meet, a busy machine has a say: such a test that fails is
    run once more, and named. All others have one try."""
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
    """A test that passes the second time only has something to mend: what it was the first time."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"first try of {report.nodeid}", sep="_")
        terminalreporter.write_line(report.longreprtext)
        for title, said in report.sections:
            terminalreporter.section(title, sep="-")
            terminalreporter.write_line(said)


@pytest.fixture(autouse=True)
def _nothing_cached(request: pytest.FixtureRequest) -> Iterator[None]:
    """The cache is not rolled back like the database: leave it empty for the next test."""
    yield
    # Marked tests do not name the fixture themselves.
    marked = request.node.get_closest_marker("django_db") is not None
    if marked or {"db", "transactional_db"} & set(request.fixturenames):
        cache.clear()


@pytest.fixture(autouse=True)
def _language_of_nobody() -> Iterator[None]:
    """A request leaves its language and zone with the thread: the next test begins without."""
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[None]:
    """The database of the tests, which at the end nobody must be connected to."""
    with django_db_blocker.unblock():
        empty_by_deleting()
    yield
    close_connections()
    # Where asynchronous requests of tests work, which leave theirs open.
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(LEAVE)


@pytest.fixture
def static_files(settings: Any) -> None:
    """A test's client gets static files, too, by the middleware that `config.settings_test` leaves out."""
    settings.MIDDLEWARE = deployed.MIDDLEWARE
    settings.SERVESTATIC_USE_FINDERS = True


@pytest.fixture
def socket_headers() -> list[tuple[bytes, bytes]]:
    """What a browser on our own page sends along when it opens a socket."""
    return [(b"host", b"testserver"), (b"origin", b"http://testserver")]
