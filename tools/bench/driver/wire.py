"""A minimal WebSocket client, which passes each message on as raw bytes."""

from __future__ import annotations

import asyncio
import os
import zlib
from collections.abc import Callable, Mapping

TAIL = b"\x00\x00\xff\xff"
"""The bytes that a sender omits at the end of a compressed message (RFC 7692, 7.2.2)."""
FINAL, COMPRESSED, MASKED = 0x80, 0x40, 0x80
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Lost(Exception):
    """The server refused a socket or closed it."""


class Wire(asyncio.Protocol):
    """One socket; `heard` gets each message, `lost` is called when the server closes it.

    `received`: bytes received, headers and handshake included.
    """

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self.received = 0
        self._heard, self._lost = heard, lost
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._parts: list[bytes] = []
        self._compressed = False
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS).decompress

    async def open(self, host: str, target: str, headers: Mapping[str, str]) -> None:
        """Connect as a browser does, with an offer of compression; `host`: name and port.

        Raises:
            Lost, OSError: the server refuses.
        """
        lines = [
            f"GET {target} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        name, _, port = host.rpartition(":")
        transport, _ = await asyncio.get_running_loop().create_connection(
            lambda: self, name, int(port)
        )
        transport.write("\r\n".join([*lines, "", ""]).encode())
        try:
            await self._opened
        except BaseException:
            self.close()
            raise

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, problem: Exception | None) -> None:
        if self._transport is None:
            return  # we closed it
        self._transport = None
        if self._opened.done():
            self._lost()
        else:
            self._opened.set_exception(Lost("closed in the middle of the handshake"))

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        data = self._rest + data if self._rest else data
        at = 0
        if not self._opened.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._rest = data
                return
            self._shake_hands(data[:at])
        while len(data) - at >= 2:
            begin, length = at + 2, data[at + 1]
            if length >= 126:
                begin += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : begin], "big")
            if len(data) < begin + length:
                break
            head, at = data[at], begin + length
            self._take(head, data[begin:at])
        self._rest = data[at:]

    def send(self, message: bytes, kind: int = TEXT) -> None:
        """Send a message of less than 64 KiB.

        Raises:
            Lost: the socket is closed.
        """
        if self._transport is None:
            raise Lost("closed before a message was sent")
        size, mask = len(message), os.urandom(4)
        told = bytes([MASKED | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        masked = (int.from_bytes(message, "big") ^ key).to_bytes(size, "big")
        self._transport.write(bytes([FINAL | kind]) + told + mask + masked)

    def cut(self) -> None:
        """Break the connection without a closing handshake, as a network failure does."""
        if self._transport is not None:
            self._transport.abort()

    def close(self) -> None:
        """Close the connection without a callback."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.close()

    def _shake_hands(self, answer: bytes) -> None:
        status = answer.partition(b"\r\n")[0]
        if b" 101 " in status:
            self._opened.set_result(None)
        else:
            self._opened.set_exception(Lost(status.decode("latin-1")))

    def _take(self, head: int, payload: bytes) -> None:
        kind = head & 0x0F
        if kind == PING:
            self.send(payload, PONG)
        if kind >= CLOSE:
            return  # the end of the connection reports a close
        if kind == TEXT:
            self._compressed = bool(head & COMPRESSED)
            if head & FINAL and not self._compressed:
                self._heard(payload)
                return
        self._parts.append(payload)
        if head & FINAL:
            message = b"".join(self._parts)
            self._parts.clear()
            self._heard(self._inflate(message + TAIL) if self._compressed else message)
