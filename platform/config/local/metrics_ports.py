"""The metrics addresses of the processes of `make run`: consecutive ports from `NIGHTCAP_METRICS`
on.

Two processes cannot listen on one port. This module does not import Django.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence

from operations.child_processes import Unusable

MOST = 65_535
NAME = "NIGHTCAP_METRICS"


def metrics_addresses(value: str, processes: Sequence[str]) -> dict[str, str]:
    """Return host:port for each process; nothing if the value is empty.

    A value that is no host:port stays as it is: the settings report it.

    Raises:
        Unusable: there are too few ports, or one of them is in use.
    """
    if not value:
        return {}
    host, _, first = value.rpartition(":")
    if not host or not (first.isascii() and first.isdigit()):
        return dict.fromkeys(processes, value)
    ports = range(int(first), int(first) + len(processes))
    if ports[-1] > MOST:
        raise Unusable(
            f"{NAME}: {len(processes)} processes need a port each, from"
            f" {ports[0]} to {ports[-1]}, but the last possible one is {MOST}: write a lower port."
        )
    for port in ports:
        _check_free(host.strip("[]"), port)
    return {process: f"{host}:{port}" for process, port in zip(processes, ports, strict=True)}


def _check_free(host: str, port: int) -> None:
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise Unusable(f"{NAME}: cannot listen on {host}:{port}: {error.strerror}.") from None
