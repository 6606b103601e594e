"""Pages and files as a browser loads them: their size on the wire and their loading time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection

ENCODINGS = "gzip, deflate, br, zstd"
NONE = "identity"
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Response:
    """A response. `size`: bytes on the wire, headers included; `ms`: milliseconds until it was
    complete.
    """

    status: int
    body: bytes
    size: int
    ms: float
    headers: Mapping[str, str]


def load(host: str, path: str, headers: Mapping[str, str]) -> Response:
    """Load this address."""
    connection = HTTPConnection(host, timeout=PATIENCE)
    try:
        connection.connect()
        began = time.perf_counter()
        connection.request("GET", path, headers=dict(headers))
        answer = connection.getresponse()
        body = answer.read()
        ms = (time.perf_counter() - began) * 1000
        told = answer.getheaders()
        head = sum(len(name) + len(value) + len(": \r\n") for name, value in told)
        size = len(f"HTTP/1.1 {answer.status} {answer.reason}\r\n\r\n") + head + len(body)
        return Response(
            answer.status, body, size, ms, {name.lower(): value for name, value in told}
        )
    finally:
        connection.close()
