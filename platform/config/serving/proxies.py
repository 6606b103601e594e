"""The address of the browser, as our own proxies in front of a web process report it."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address

from config.serving.own_origin import App, Scope
from core.rate_limits import network_of


class BehindProxies:
    """Replace the nearest proxy's address by the browser's, for pages and sockets, and add its
    network.

    Each proxy appends the address that it saw to `X-Forwarded-For`. So with `count` proxies the
    entry of the outermost one is the `count`-th from the end. Earlier entries come from outside,
    and may be forged.
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
    """Return the network whose pages share an allowance; "" for this machine.

    A request from this machine comes from another proxy, which does not forward the client (as in
    deploy/nginx).
    """
    network = network_of(address)
    return "" if not network or ip_address(address.partition("%")[0]).is_loopback else network


def forwarded_address(headers: Iterable[tuple[bytes, bytes]], count: int) -> str:
    """Return the address that the outermost of `count` proxies saw; "" if there is none."""
    # Several headers of one name are one list, in their order.
    listed = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    addresses = listed.decode("latin-1").split(",")
    try:
        return str(ip_address(addresses[-count].strip()))
    except (IndexError, ValueError):
        return ""
