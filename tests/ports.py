"""Ports for servers with a fixed port. No port is given twice, even before its server listens.

The kernel assigns ports from 32,768 on (Linux; from 49,152 on elsewhere) to clients, and to servers
without a fixed port. A free port in that range may be taken before the server listens on it.
"""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import ExitStack

LOWEST, KERNELS = 20_000, 32_768
SHARES = 8
"""Each of the processes that run tests together has its own share of the ports."""
SHARE = (KERNELS - LOWEST) // SHARES
FIRST = LOWEST + SHARE * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % SHARES)

_given: set[int] = set()


def free_port() -> int:
    """Return a free port that the kernel does not assign."""
    return free_ports(1)[0]


def free_ports(count: int) -> range:
    """Return a row of free ports."""
    while True:
        first = FIRST + secrets.randbelow(SHARE - count)
        ports = range(first, first + count)
        if not _given.isdisjoint(ports):
            continue
        try:
            with ExitStack() as probes:
                for port in ports:
                    probes.enter_context(socket.create_server(("127.0.0.1", port)))
        except OSError:
            continue
        _given.update(ports)
        return ports
