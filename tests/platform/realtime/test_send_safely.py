"""One page of many that cannot be reached: the others get theirs, and the log tells what matters."""

from __future__ import annotations

import logging

import pytest
from autobahn.exception import Disconnected

from realtime.sockets import send_safely


async def failing(error: Exception) -> None:
    raise error


async def test_a_page_that_is_just_closing_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        await send_safely(failing(Disconnected("Attempt to send on a closed protocol")))
    assert not caplog.records


async def test_what_else_goes_wrong_is_told(caplog: pytest.LogCaptureFixture) -> None:
    await send_safely(failing(KeyError("board")))
    assert [record.getMessage() for record in caplog.records] == ["a page could not be reached"]
    caplog.clear()
