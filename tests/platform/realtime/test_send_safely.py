"""One unreachable page among many: the others get their message, and the log names the important
cause.
"""

from __future__ import annotations

import pytest

from realtime.sockets import send_safely


async def failing(error: Exception) -> None:
    raise error


async def test_what_goes_wrong_is_told(caplog: pytest.LogCaptureFixture) -> None:
    await send_safely(failing(KeyError("board")))
    assert [record.getMessage() for record in caplog.records] == ["a page could not be reached"]
    caplog.clear()
