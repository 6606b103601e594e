"""The fixtures of every browser test: the server, a Chromium, and people.

Playwright keeps an event loop in the main thread, so these tests run in a separate call of pytest
(`make test`). They see nothing of Django, only pages, and the functions of `console.py`. Each
worker of pytest-xdist has its own server and Chromium.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import chromium, launch
from tests.browser.line import Line
from tests.browser.person import Hands, Person, by_mouse, context_of, new_name
from tests.browser.server import Server

Arrive = Callable[..., Person]
PRINTED = 60
"""Lines of output to show, enough for one or two tracebacks."""
PEOPLE = pytest.StashKey[list[Person]]()
"""All people of a test."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run long tests first, so that no worker waits for another's last one."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the people's pages and the server's last lines to the report of a failed test."""
    report = yield
    server = getattr(item, "funcargs", {}).get("server")
    if report.failed and server is not None:
        for person in item.stash.get(PEOPLE, []):
            report.sections.append((f"what {person.name or 'somebody'} saw", person.sees()))
        report.sections.append(("what the server printed last", "".join(server.lines[-PRINTED:])))
    return report


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Start the platform with its one command, and check at the end that all is well."""
    server = Server()
    try:
        server.open()
        yield server
        assert server.is_open, f"The server ended during the tests:\n{server.output}"
        verified = server.manage("verify_matches")
    finally:
        status = server.close()
    assert verified["rounds"] > 0
    assert verified["differing"] == {}
    assert status == 0, server.output
    assert server.left_behind() == []
    assert "Traceback" not in server.output, server.output


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; each person gets a context that shares nothing with another."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def whole_browser(browser: Browser) -> Iterator[Browser]:
    """A whole Chromium for one test, with parts outside of pages, for example notifications."""
    whole = launch(browser.browser_type, windows=True)
    yield whole
    whole.close()


@pytest.fixture
def arrive(server: Server, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Arrive]:
    """Return a function that makes a person; after the test, none of their pages may have an error.

    `kind`: the person is signed in as a guest, a member or one of the staff (`console.sign_in`), by
    this name or a new one.
    """
    people = request.node.stash[PEOPLE] = []

    def arrive(
        *,
        hands: Hands = by_mouse,
        home: str = server.url,
        scripted: bool = True,
        name: str = "",
        kind: str = "",
        chromium: Browser = browser,
        **wishes: Any,
    ) -> Person:
        context = context_of(chromium, scripted=scripted, **wishes)
        if name or kind:
            name = name or new_name("Wilma")
            cookie = server.console("sign_in", name=name, kind=kind)
            context.add_cookies(
                [{"name": cookie["name"], "value": cookie["value"], "url": server.url}]
            )
        person = Person(context, home, hands, scripted=scripted, name=name)
        people.append(person)
        return person

    yield arrive
    troubles = [trouble for person in people for trouble in person.unexpected_troubles()]
    for person in people:
        person.context.close()
    assert troubles == []


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A connection to the server that a test can cut."""
    line = Line(server.port)
    yield line
    line.close()
