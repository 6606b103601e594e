"""Daphne's log lines about answers to clients that have left."""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path

import pytest
from django.db import connection, transaction

from tests.platform.config.server import status, wait_until
from tests.platform.config.web import Web, web_process

SECRET = "Ab3dEf9hIjKlMnOpQrStUvWx"
ENDED = "Ended, because the client has left"


@pytest.mark.django_db(transaction=True)
def test_no_secret_is_said_of_pages_that_nobody_waits_for(tmp_path: Path) -> None:
    """A reader who leaves while the database is slow leaves neither invitation nor IP in the log."""
    with web_process(tmp_path, "tests.platform.config.impatient:application") as web:
        # The first page loads all the others.
        assert status(f"{web.home}/") == 200
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE matches_match, django_session IN ACCESS EXCLUSIVE MODE")
            asyncio.run(_asked_and_left(web))
            wait_until(lambda: web.said.read_text().count(ENDED) >= 2)
    said = web.said.read_text()
    assert "uri=/join/<slug:token>/? " in said
    assert "path=b'/ws/<str:language>/matches/<uuid:match_id>/'" in said
    assert SECRET not in said
    assert "127.0.0.1" not in said


async def _asked_and_left(web: Web) -> None:
    """Request an invitation and the socket of a table, and leave before an answer."""
    host = web.home.partition("//")[2]
    socket = (
        f"GET /ws/en/matches/{uuid.uuid4()}/ HTTP/1.1\r\nHost: {host}\r\n"
        f"Origin: {web.home}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Cookie: sessionid={SECRET}\r\n\r\n"
    )
    page = f"GET /join/{SECRET}/?next={SECRET} HTTP/1.1\r\nHost: {host}\r\n\r\n"
    for asked in (page, socket):
        _, writer = await asyncio.open_connection(*web.address)
        writer.write(asked.encode())
        await asyncio.sleep(1)
        writer.transport.abort()
