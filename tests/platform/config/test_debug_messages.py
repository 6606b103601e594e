"""A message of a page costs nothing for log lines that nobody reads."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from autobahn import util

from config.serving.web_server import PageProtocol


def test_sending_and_reading_colour_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Autobahn colours the values of its debug messages at every message."""
    sent: list[bytes] = []
    read: list[bytes] = []
    monkeypatch.setattr(util, "hl", lambda *_, **__: pytest.fail("coloured"))
    page = PageProtocol()
    page.transport = SimpleNamespace(write=sent.append)
    page.send_queue, page.state, page.peer = [], page.STATE_CLOSED, "a page"
    page.logOctets = False
    monkeypatch.setattr(page, "_dataReceived", read.append)
    page.sendData(b"board")
    page.dataReceived(b"move")
    assert (sent, read) == ([b"board"], [b"move"])
