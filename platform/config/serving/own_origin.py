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
    """Return `http` or `https` as Django does for forms: our own proxies' header has priority."""
    if settings.SECURE_PROXY_SSL_HEADER:
        variable, secure = settings.SECURE_PROXY_SSL_HEADER
        name = variable.removeprefix("HTTP_").replace("_", "-").lower()
        if (said := headers.get(name.encode())) is not None:
            return "https" if said.decode("latin-1").split(",")[0].strip() == secure else "http"
    # Daphne sets the scheme for pages only.
    scheme = scope.get("scheme") or ("wss" if settings.TLS else "ws")
    return "https" if scheme in {"https", "wss"} else "http"


class OwnOrigin:
    """Refuse a handshake whose `Origin` is missing or not ours.

    Cookies travel with a handshake from any page, and it has no CSRF token. So the origin must have
    exactly the requested scheme, host and port, and one of our names.
    """

    def __init__(self, inner: App) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if is_own_origin(scope):
            await self.inner(scope, receive, send)
        else:
            await Denied()(scope, receive, send)


def is_own_origin(scope: Scope) -> bool:
    """Return whether this handshake comes from one of our pages."""
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
    # Every browser sends Host; a client without it is no browser and sends no user's cookies.
    host = headers.get(b"host", parts.netloc.encode()).decode("latin-1")
    return bool(parts.netloc.lower() == host.lower())


class Denied(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """A consumer that refuses the handshake with 403, the only answer of a socket."""

    async def connect(self) -> None:
        await self.close()
