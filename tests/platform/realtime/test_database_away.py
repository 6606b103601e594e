"""PostgreSQL errors that count as an unavailable database, raised by PostgreSQL itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import Error, connection, transaction

from realtime.close_codes import LATER
from realtime.database_away import is_away
from realtime.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

WRITES = "CREATE TABLE nobody_s ()"


@transaction.atomic
def together(statements: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def error_of(*statements: str) -> Error:
    """Return the error of these statements in one transaction."""
    with pytest.raises(Error) as raised:
        together(statements)
    return raised.value


@pytest.mark.parametrize(
    "statements",
    [
        ("SET TRANSACTION READ ONLY", WRITES),
        ("SET LOCAL statement_timeout = 1", "SELECT pg_sleep(1)"),
    ],
    ids=["takes no write", "too slow"],
)
def test_it_is_away(statements: tuple[str, ...]) -> None:
    assert is_away(error_of(*statements))


@pytest.mark.parametrize("statement", ["SELECT * FROM nobody_s", "SELECT 1 / 0", "SELECTED"])
def test_what_is_asked_wrongly_is_a_fault(statement: str) -> None:
    assert not is_away(error_of(statement))


async def test_a_page_whose_socket_cannot_write_comes_again_later() -> None:
    """A standby's error is not a fault of the code, so the socket closes without a traceback."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    class Writing(Socket):
        async def websocket_connect(self, message: Any) -> None:
            raise refused

    refused = await database_sync_to_async(error_of)("SET TRANSACTION READ ONLY", WRITES)
    socket = Writing()
    socket.base_send = send
    await socket._handle({"type": "websocket.connect"})
    assert [one["code"] for one in sent] == [LATER]
