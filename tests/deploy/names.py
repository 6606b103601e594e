"""A name server like those of containers and clusters."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from tests.ports import free_port

ADDRESS, SERVICE = 1, 33
"""Types of records: A and SRV."""
UNKNOWN = 3
SHORT = 512
"""Bytes of the longest answer in one datagram."""
QUESTION_AT, NAME_OF_QUESTION = 12, 0xC00C


class Named(Protocol):
    """A server at an address of its own."""

    address: str
    port: int


class NameServer:
    """A name server that knows only these servers, in another order each time.

    Each name leads to all of them. Its service records have a name for each, as in a cluster.
    """

    def __init__(self) -> None:
        self._servers: list[Named] = []
        where = ("127.0.0.1", free_port())
        self._stream = socket.create_server(where)
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.bind(where)
        threading.Thread(target=self._answer_short, daemon=True).start()
        threading.Thread(target=self._answer_long, daemon=True).start()

    @property
    def address(self) -> str:
        """Its address and port."""
        host, port = self._line.getsockname()
        return f"{host}:{port}"

    def know(self, servers: Sequence[Named]) -> None:
        """Know these servers from now on, and no other."""
        self._servers = list(servers)

    def close(self) -> None:
        """End."""
        self._line.close()
        self._stream.close()

    def _answer_short(self) -> None:
        with suppress(OSError):  # closed
            while True:
                query, asker = self._line.recvfrom(SHORT)
                answer = self._answer(query)
                if len(answer) > SHORT:  # the asker repeats the query over TCP
                    answer = query[:2] + b"\x83\x80" + query[4:]
                self._line.sendto(answer, asker)

    def _answer_long(self) -> None:
        with suppress(OSError):
            while True:
                asker, _ = self._stream.accept()
                with asker:
                    (length,) = struct.unpack("!H", asker.recv(2))
                    answer = self._answer(asker.recv(length))
                    asker.sendall(struct.pack("!H", len(answer)) + answer)

    def _answer(self, query: bytes) -> bytes:
        end = query.index(b"\0", QUESTION_AT) + 5
        (kind,) = struct.unpack("!H", query[end - 4 : end - 2])
        found = [
            struct.pack("!HHHIH", NAME_OF_QUESTION, kind, 1, 1, len(record)) + record
            for record in self._records(kind, query[QUESTION_AT : end - 4])
        ]
        status = 0x8180 | (0 if found else UNKNOWN)
        header = query[:2] + struct.pack("!HHHHH", status, 1, len(found), 0, 0)
        return header + query[QUESTION_AT:end] + b"".join(found)

    def _records(self, kind: int, name: bytes) -> list[bytes]:
        self._servers = self._servers[1:] + self._servers[:1]
        if kind == SERVICE:
            service = _without_label(_without_label(name))
            return [
                struct.pack("!HHH", 0, 1, each.port) + _label(each) + service
                for each in self._servers
            ]
        is_own = name[1:2].isdigit()
        return [
            socket.inet_aton(each.address)
            for each in self._servers
            if not is_own or name.startswith(_label(each))
        ]


def _label(server: Named) -> bytes:
    text = server.address.replace(".", "-").encode()
    return bytes([len(text)]) + text


def _without_label(name: bytes) -> bytes:
    return name[1 + name[0] :]
