"""Ports for servers that are told where to listen.

The kernel gives ports from 32,768 on (Linux; from 49,152 on elsewhere) to clients, and to servers that
do not care. A port from there that is free now may be taken before the server listens at it.
"""

from __future__ import annotations

import secrets
import socket
from contextlib import ExitStack

LOWEST, KERNELS = 20_000, 32_768


def free_port() -> int:
    """A port at which nothing listens, and which the kernel gives to nothing else."""
    return free_ports(1)[0]


def free_ports(count: int) -> range:
    """A row of ports at which nothing listens."""
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
