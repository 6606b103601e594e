"""The address of the browser, as our own proxies in front of a web process tell it."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address

from config.serving.own_origin import App, Scope
from core.rate_limits import network_of


class BehindProxies:
    """Put the browser's address where the nearest proxy's was, for pages and sockets alike, and its network.

    Each proxy adds the address that it saw to the end of `X-Forwarded-For`, so the entry that the
    outermost one added is as many from the end as there are proxies. What stands before it came
    from outside, and is whatever its sender likes.
    """

    def __init__(self, inner: App, count: int) -> None:
        self.inner = inner
        self.count = count

    async def __call__(self, scope: Scope, receive: object, send: object) -> None:
        if self.count and (address := forwarded_address(scope.get("headers", ()), self.count)):
            scope = {**scope, "client": (address, 0)}
        address, *_ = scope.get("client") or ("",)
        await self.inner({**scope, "network": shared_network(address)}, receive, send)


def shared_network(address: str) -> str:
    """The network whose pages share an allowance; nothing for this very machine.

    What comes from here is another proxy, which does not say for whom (as in deploy/nginx).
    """
    network = network_of(address)
    return "" if not network or ip_address(address.partition("%")[0]).is_loopback else network


def forwarded_address(headers: Iterable[tuple[bytes, bytes]], count: int) -> str:
    """The address that the outermost of so many proxies saw; nothing if there is none."""
    # Several headers of one name are one list, in their order.
    listed = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    addresses = listed.decode("latin-1").split(",")
    try:
        return str(ip_address(addresses[-count].strip()))
    except (IndexError, ValueError):
        return ""
