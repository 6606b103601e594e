"""The address that `make run` listens on, claimed before any slow step."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from operations.child_processes import Unusable

HOST, PORT = "127.0.0.1", "8000"
EVERYWHERE = ("0.0.0.0", "::")

WAITING_TO_CONNECT = 4096
"""Connections that the system queues until they are accepted: after a break every page connects at
once. Others are lost, and tried again after 1, 3, 7, 15 and 31 seconds. Linux allows no more by
default.
"""


@dataclass(frozen=True)
class Listener:
    """A listening socket, which the web process inherits; created by `listen_on`."""

    host: str
    port: int
    handle: int
    ipv6: bool

    @property
    def endpoint(self) -> str:
        """The socket's name for Twisted."""
        return f"fd:fileno={self.handle}"

    @property
    def url(self) -> str:
        """The address for people."""
        return f"http://{self._named(self.names[0] if self.host in EVERYWHERE else self.host)}"

    @property
    def near(self) -> str:
        """The address for a process on this machine."""
        loopback = "::1" if self.ipv6 else HOST
        return f"http://{self._named(loopback if self.host in EVERYWHERE else self.host)}"

    @property
    def names(self) -> list[str]:
        """The names of this machine for browsers, besides localhost."""
        if self.host not in EVERYWHERE:
            return [f"[{self.host}]" if ":" in self.host else self.host]
        return [*_own_addresses(), socket.gethostname()]

    def _named(self, host: str) -> str:
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"


@contextmanager
def listen_on(host: str | None, port: str | None) -> Iterator[Listener]:
    """Listen on this host and port; `None` stands for the default, port 0 for any free one.

    Raises:
        Unusable: the address is invalid, or in use.
    """
    host, port = host or HOST, port or PORT
    if not port.isdecimal() or int(port) > 65535:
        raise Unusable(f"PORT is {port!r}: write a number from 0 to 65535.")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)[0]
        bound = socket.create_server(address[:2], family=family, backlog=WAITING_TO_CONNECT)
    except socket.gaierror:
        raise Unusable(
            f"HOST is {host!r}, which is not a known address: write one of this machine."
        ) from None
    except OSError as error:
        raise Unusable(
            f"Cannot listen on {host}:{port} ({os.strerror(error.errno or 0)}): "
            "choose another port: make run PORT=8001"
        ) from None
    with bound:
        yield Listener(host, bound.getsockname()[1], bound.fileno(), family == socket.AF_INET6)


def _own_addresses() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # sends nothing: only finds the address that would be used
        except OSError:
            return []
        return [str(probe.getsockname()[0])]
