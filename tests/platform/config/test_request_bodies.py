"""A web process without a proxy refuses bodies that are too long, and does not store them."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from config.serving.request_bodies import LINGER_S
from core.refusals import refused, sentence
from tests.platform.config.server import status
from tests.platform.config.web import Web, web_process

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path("/proc").exists(), reason="reads memory from Linux's /proc"),
]

MOST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
PIECE = b"x" * 1_000_000
PIECES = 64
GROWS_MB = 16


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """A web process that has shown a page already, because the first page increases its memory."""
    with web_process(tmp_path) as web:
        assert status(f"{web.home}/") == 200
        yield web


async def asked(web: Web, head: str, *body: bytes, path: str = "/sign-in/") -> tuple[int, bytes]:
    """Return status and content of the answer, however much of the request was read."""
    reader, writer = await asyncio.open_connection(*web.address)
    host = web.home.partition("//")[2]
    writer.write(f"POST {path} HTTP/1.1\r\nHost: {host}\r\n{head}\r\n\r\n".encode())
    with suppress(ConnectionError):  # closed, perhaps before all was sent
        for piece in body:
            writer.write(piece)
            await writer.drain()
    first = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
    (code,) = re.findall(rb"HTTP/1.1 (\d+)", first)
    (length,) = re.findall(rb"content-length: (\d+)", first.lower())
    said = await reader.readexactly(int(length))
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()
    return int(code), said


def in_pieces() -> Iterator[bytes]:
    """Return a body of unknown length."""
    for _ in range(PIECES):
        yield b"%x\r\n%s\r\n" % (len(PIECE), PIECE)
    yield b"0\r\n\r\n"


def test_no_body_fills_memory(web: Web) -> None:
    before = web.highest_mb()
    whole = asyncio.run(asked(web, f"Content-Length: {PIECES * len(PIECE)}", *[PIECE] * PIECES))
    pieces = asyncio.run(asked(web, "Transfer-Encoding: chunked", *in_pieces()))
    for code, said in (whole, pieces):
        assert code == 413
        assert said == b"That message is too long.\n"
    assert web.highest_mb() - before < GROWS_MB
    assert status(f"{web.home}/") == 200
    assert web.said.read_text() == ""


def test_it_is_said_before_anything_is_sent(web: Web) -> None:
    head = f"Content-Length: {10**12}\r\nExpect: 100-continue"
    assert asyncio.run(asked(web, head))[0] == 413
    # It is closed later, if it has not ended by then.
    time.sleep(LINGER_S + 1)
    assert web.said.read_text() == ""


def test_a_program_is_told_by_code(web: Web) -> None:
    """Programs get a code and a sentence (docs/api.md)."""
    head = f"Accept-Language: de-AT, en;q=0.5\r\nContent-Length: {MOST + 1}"
    with translation.override("de"):
        said = sentence(refused("too_large").refusal)
    code, body = asyncio.run(asked(web, head, path="/api/v1/matches"))
    assert (code, json.loads(body)) == (413, {"code": "too_large", "sentence": said})
    assert asyncio.run(asked(web, head))[1].decode() == f"{said}\n"


def test_what_is_short_enough_is_read(web: Web) -> None:
    form = "Content-Type: application/x-www-form-urlencoded\r\n"
    for body in (b"x" * MOST, b"x"):
        # The form was read, and lacks its token.
        assert asyncio.run(asked(web, f"{form}Content-Length: {len(body)}", body))[0] == 403
        chunk = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        assert asyncio.run(asked(web, f"{form}Transfer-Encoding: chunked", chunk))[0] == 403
    one_more = b"x" * (MOST + 1)
    assert asyncio.run(asked(web, f"{form}Content-Length: {MOST + 1}", one_more))[0] == 413
