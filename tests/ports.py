"""Ports for servers with a fixed port.

The kernel assigns ports from 32,768 on (Linux; from 49,152 on elsewhere) to clients, and to servers
without a fixed port. A free port in that range may be taken before the server listens on it.
"""

from __future__ import annotations

import secrets
import socket
from contextlib import ExitStack

LOWEST, KERNELS = 20_000, 32_768


def free_port() -> int:
    """Return a free port that the kernel does not assign."""
    return free_ports(1)[0]


def free_ports(count: int) -> range:
    """Return a row of free ports."""
    while True:
        first = LOWEST + secrets.randbelow(KERNELS - LOWEST - count)
        ports = range(first, first + count)
        try:
            with ExitStack() as probes:
                for port in ports:
                    probes.enter_context(socket.create_server(("127.0.0.1", port)))
        except OSError:
            continue
        return ports
