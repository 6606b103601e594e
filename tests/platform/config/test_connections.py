"""A connection of the web process delivers all data in order, however slowly it is read."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest

from config.serving.web_server import PromptConnection

Connected: TypeAlias = tuple["PromptConnection", socket.socket, "Waiting"]
LONG = bytes(range(256)) * 20_000


class Waiting:
    """A reactor that only records the waiting writers."""

    def __init__(self) -> None:
        self.writers: set[object] = set()

    def addReader(self, reader: object) -> None:
        """Do nothing: no test reads here."""

    def addWriter(self, writer: object) -> None:
        self.writers.add(writer)

    def removeWriter(self, writer: object) -> None:
        self.writers.discard(writer)


@pytest.fixture
def connected() -> Iterator[Connected]:
    ours, theirs = socket.socketpair()
    reactor = Waiting()
    protocol: Any = SimpleNamespace()
    port: Any = SimpleNamespace(_realPortNumber=1)
    loop: Any = reactor
    connection = PromptConnection(ours, protocol, ("here", 1), port, 1, loop)
    ours.setblocking(False)
    theirs.settimeout(5)
    yield connection, theirs, reactor
    ours.close()
    theirs.close()


def test_what_fits_is_sent_at_once(connected: Connected) -> None:
    connection, theirs, reactor = connected
    connection.write(b"a board")
    assert theirs.recv(100) == b"a board"
    assert not reactor.writers


def test_what_does_not_fit_follows_in_order(connected: Connected) -> None:
    connection, theirs, reactor = connected
    connection.write(LONG)
    connection.write(b"the end")
    assert connection in reactor.writers
    arrived = b""
    while not arrived.endswith(b"the end"):
        arrived += theirs.recv(1 << 20)
        if connection in reactor.writers:
            assert connection.doWrite() is None  # type: ignore[no-untyped-call]  # the library has no types
    assert arrived == LONG + b"the end"
    assert not reactor.writers


def test_a_lost_connection_is_left_to_the_loop(connected: Connected) -> None:
    connection, theirs, reactor = connected
    theirs.close()
    connection.write(b"a board")
    assert connection in reactor.writers
    assert isinstance(connection.doWrite(), Exception)  # type: ignore[no-untyped-call]  # the library has no types
