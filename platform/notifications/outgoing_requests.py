"""Requests to addresses that users enter: webhooks and browsers' push services.

A name is resolved once, and the connection goes to exactly that address. The address must be
public, unless the host's own list names it. Redirects are not followed, timeouts are short, and
little is read.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeAlias
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

PATIENCE_S = 5.0
"""Timeout of each step in seconds; all steps together get twice that."""
LONGEST = 1_000
"""Longest address, in characters."""

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


class Unreachable(Exception):
    """The server did not answer, or not in time; a retry may succeed."""


class Flaw(StrEnum):
    """The reasons why an address is not allowed."""

    FORM = "form"
    USER = "user"
    PORT = "port"
    PRIVATE = "private"


class Forbidden(Exception):
    """The address is not allowed."""


def post_to_stranger(url: str, headers: Mapping[str, str], body: bytes) -> int:
    """Send this request; return the status code of the answer.

    Raises:
        Forbidden: the address is malformed or not public.
        Unreachable: no answer, or not in time.
    """
    parts = check_url(url)
    host, secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    connection = _Pinned(host, port, resolve_address(host, port, secure=secure), secure=secure)
    # A server that sends a byte now and then would stay below the timeout of each step.
    watch = threading.Timer(2 * PATIENCE_S, connection.give_up)
    watch.start()
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, dict(headers))
        return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(type(error).__name__) from error
    finally:
        watch.cancel()
        connection.close()


def check_url(url: str) -> SplitResult:
    """Return the parts of an allowed address.

    Raises:
        Forbidden: any other address; its first argument is the reason: one of `Flaw`.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Forbidden(Flaw.FORM) from None
    printable = url.isascii() and url.isprintable() and " " not in url
    well = parts.scheme in {"https", "http"} and parts.hostname
    if not well or not printable or len(url) > LONGEST:
        raise Forbidden(Flaw.FORM)
    if "@" in parts.netloc:
        raise Forbidden(Flaw.USER)
    if not _has_port(parts):
        raise Forbidden(Flaw.PORT)
    if not _looks_public(str(parts.hostname), secure=parts.scheme == "https"):
        # Even a public host is not reached without encryption.
        raise Forbidden(Flaw.PRIVATE if parts.scheme == "https" else Flaw.FORM)
    return parts


def _has_port(parts: SplitResult) -> bool:
    """Return whether the port is possible, or not given."""
    try:
        return parts.port != 0
    except ValueError:
        return False


def _looks_public(host: str, *, secure: bool) -> bool:
    """Return whether a host may be reached, as far as its form tells: a name only tells little."""
    name = host.rstrip(".")
    if addresses := _addresses_in(name):
        return any(_may_reach(address, secure) for address in addresses)
    # A name may lead to a near address that this server allows.
    return bool(settings.NOTIFY_NEAR) or (secure and "." in name)


def _addresses_in(name: str) -> list[Address]:
    """Return the addresses that a host name stands for without a question to any server."""
    if name == "localhost" or name.endswith(".localhost"):
        return [ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("::1")]
    try:
        # The system reads 127.1, 0x7f.1 and 2130706433 as an address, too.
        return [ipaddress.ip_address(name if ":" in name else socket.inet_aton(name))]
    except (OSError, ValueError):
        return []


def resolve_address(host: str, port: int, *, secure: bool) -> str:
    """Return the one address to connect to.

    Raises:
        Forbidden: an address of this name is not public, or would be used without encryption.
        Unreachable: the name does not resolve now.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable("no such name") from error
    addresses = [str(one[4][0]) for one in found]
    if not all(_may_reach(ipaddress.ip_address(one), secure) for one in addresses):
        raise Forbidden(Flaw.PRIVATE)
    return addresses[0]


_GIVEN_OUT = ipaddress.ip_network("2000::/3")
"""The public IPv6 space (IANA): all other addresses are local, reserved, or mapped to IPv4."""
_NOBODYS = [ipaddress.ip_network(one) for one in ("2002::/16", "3fff::/20", "192.88.99.0/24")]
"""Addresses that Python counts as public: 6to4 in both forms, and examples in texts (RFC 9637)."""


def _may_reach(address: Address, secure: bool) -> bool:
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if any(address in network for network in settings.NOTIFY_NEAR):
        return True
    public = address.version == 4 or address in _GIVEN_OUT
    public = public and address.is_global and not address.is_multicast
    return secure and public and not any(address in network for network in _NOBODYS)


class _Pinned(http.client.HTTPConnection):
    """A connection to one address, even if its name changes; the name is used for TLS."""

    def __init__(self, host: str, port: int, address: str, *, secure: bool) -> None:
        super().__init__(host, port, timeout=PATIENCE_S)
        # `Host` contains the port unless it is the default one.
        self.default_port = 443 if secure else 80
        self._address = address
        self._secure = secure

    def connect(self) -> None:
        sock: Any = socket.create_connection((self._address, self.port), PATIENCE_S)
        self.sock = sock
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(sock, server_hostname=self.host)

    def give_up(self) -> None:
        """Abort any wait."""
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except (AttributeError, OSError):
            return  # not open yet, or closed
