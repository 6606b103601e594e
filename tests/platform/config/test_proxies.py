"""Behind proxies, limits count by the browser's address, which cannot be forged."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIRequest

from config.serving.own_origin import Scope
from config.serving.proxies import BehindProxies, forwarded_address
from core.rate_limits import client_address

NEAR = ("10.0.0.9", 40_000)


def headers(*values: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", b"testserver")] + [(b"x-forwarded-for", v.encode("latin-1")) for v in values]


@pytest.mark.parametrize(
    ("values", "count", "address"),
    [
        (["192.0.2.7"], 1, "192.0.2.7"),
        (["2001:DB8::1"], 1, "2001:db8::1"),
        # Entries that a browser sends are before those that the proxies add.
        (["203.0.113.1, 192.0.2.7"], 1, "192.0.2.7"),
        (["203.0.113.1", "192.0.2.7"], 1, "192.0.2.7"),
        (["203.0.113.1, 192.0.2.7, 10.0.0.2"], 2, "192.0.2.7"),
        (["203.0.113.1", "192.0.2.7", "10.0.0.2"], 2, "192.0.2.7"),
        (["192.0.2.7"], 2, ""),
        (["203.0.113.1, unknown"], 1, ""),
        (["203.0.113.1, 192.0.2.7:443"], 1, ""),
        (["203.0.113.1,"], 1, ""),
        (["\xff"], 1, ""),
        ([], 1, ""),
    ],
)
def test_whose_word_is_taken(values: list[str], count: int, address: str) -> None:
    assert forwarded_address(headers(*values), count) == address


async def counted(count: int, *values: str) -> str:
    """Return the address that limits would count by."""
    seen: list[str] = []

    async def pages(scope: Scope, receive: Any, send: Any) -> None:
        seen.append(client_address(ASGIRequest(scope, BytesIO())))

    scope = {"type": "http", "method": "GET", "path": "/", "client": NEAR}
    await BehindProxies(pages, count)(scope | {"headers": headers(*values)}, None, None)
    return seen[0]


async def test_limits_count_by_the_browsers_address_and_not_the_proxys() -> None:
    assert await counted(1, "203.0.113.1, 192.0.2.7") == "192.0.2.7"


async def test_without_proxies_of_ours_the_header_is_nobodys_word() -> None:
    assert await counted(0, "192.0.2.7") == "10.0.0.9"


async def test_what_no_proxy_of_ours_wrote_changes_nothing() -> None:
    assert await counted(1, "somebody") == "10.0.0.9"


@pytest.mark.parametrize(
    ("client", "count", "forwarded", "network"),
    [
        ("192.0.2.7", 0, (), "192.0.2.7"),
        ("10.0.0.9", 1, ("192.0.2.7",), "192.0.2.7"),
        # A home has many IPv6 addresses.
        ("10.0.0.9", 1, ("2001:db8::1",), "2001:db8::/64"),
        # Another proxy on this machine, which does not forward the client.
        ("127.0.0.1", 0, (), ""),
        ("::1", 0, (), ""),
    ],
)
async def test_pages_share_an_allowance_by_network(
    client: str, count: int, forwarded: tuple[str, ...], network: str
) -> None:
    seen: list[Scope] = []

    async def socket(scope: Scope, receive: Any, send: Any) -> None:
        seen.append(scope)

    scope = {"type": "websocket", "client": [client, 40_000], "headers": headers(*forwarded)}
    await BehindProxies(socket, count)(scope, None, None)
    assert seen[0]["network"] == network
