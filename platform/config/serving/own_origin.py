"""Refuse sockets that are opened by pages of other sites."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http.request import validate_host

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Awaitable[None]]


def scheme_asked(scope: Scope, headers: Mapping[bytes, bytes]) -> str:
    """`http` or `https`: as Django finds it for forms, by what our own proxies say before anything else."""
    if settings.SECURE_PROXY_SSL_HEADER:
        variable, secure = settings.SECURE_PROXY_SSL_HEADER
        name = variable.removeprefix("HTTP_").replace("_", "-").lower()
        if (said := headers.get(name.encode())) is not None:
            return "https" if said.decode("latin-1").split(",")[0].strip() == secure else "http"
    # Daphne says it of pages alone.
    scheme = scope.get("scheme") or ("wss" if settings.TLS else "ws")
    return "https" if scheme in {"https", "wss"} else "http"


class OwnOrigin:
    """Refuse a handshake whose `Origin` is missing or not ours.

    Cookies travel with a handshake from any page, and there is no CSRF token in one; so the
    origin must be the very scheme, host and port that was asked, and one that we are called.
    """

    def __init__(self, inner: App) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if is_own_origin(scope):
            await self.inner(scope, receive, send)
        else:
            await Denied()(scope, receive, send)


def is_own_origin(scope: Scope) -> bool:
    """Whether this handshake comes from a page of ours."""
    headers = dict(scope.get("headers", []))
    origin = headers.get(b"origin", b"").decode("latin-1")
    try:
        parts = urlsplit(origin)
        name = parts.hostname
    except ValueError:
        return False
    if parts.scheme != scheme_asked(scope, headers) or not name:
        return False
    if not validate_host(f"[{name}]" if ":" in name else name, settings.ALLOWED_HOSTS):
        return False
    # Every browser sends Host; what sends none is no browser and carries nobody's cookies.
    host = headers.get(b"host", parts.netloc.encode()).decode("latin-1")
    return bool(parts.netloc.lower() == host.lower())


class Denied(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """A handshake that is refused: 403, as a socket knows no other answer."""

    async def connect(self) -> None:
        await self.close()
