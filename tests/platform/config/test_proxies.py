"""Behind proxies: the address that limits count by is the browser's, and cannot be made up."""

from __future__ import annotations

from typing import Any

import pytest

from config.proxies import BehindProxies, forwarded
from config.sockets import Scope

NEAR = ("10.0.0.9", 40_000)


def headers(*values: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", b"testserver")] + [(b"x-forwarded-for", v.encode("latin-1")) for v in values]


@pytest.mark.parametrize(
    ("values", "count", "address"),
    [
        (["192.0.2.7"], 1, "192.0.2.7"),
        (["2001:DB8::1"], 1, "2001:db8::1"),
        # What a browser sends itself stands before what the proxies add.
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
    assert forwarded(headers(*values), count) == address


async def client_behind(count: int, *values: str) -> Any:
    """The address that the pages would see."""
    seen: list[Any] = []

    async def pages(scope: Scope, receive: Any, send: Any) -> None:
        seen.append(scope.get("client"))

    scope = {"type": "http", "client": NEAR, "headers": headers(*values)}
    await BehindProxies(pages, count)(scope, None, None)
    assert scope["client"] == NEAR, "the server's own scope was changed"
    return seen[0]


async def test_the_browsers_address_replaces_the_proxys() -> None:
    assert await client_behind(1, "203.0.113.1, 192.0.2.7") == ("192.0.2.7", 0)


async def test_without_proxies_of_ours_the_header_is_nobodys_word() -> None:
    assert await client_behind(0, "192.0.2.7") == NEAR


async def test_what_no_proxy_of_ours_wrote_changes_nothing() -> None:
    assert await client_behind(1, "somebody") == NEAR
