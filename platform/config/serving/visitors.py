"""The visitor behind a socket: its session and its user, loaded on first use.

Channels' own middleware loads both before a handshake is answered, for all sockets of a process in
one thread. After a break that is the longest queue of all.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from channels.sessions import CookieMiddleware
from django.conf import settings
from django.utils.functional import SimpleLazyObject

from config.serving.own_origin import App, Scope
from realtime.sockets import user_of


class WithVisitor:
    """Put `session` and `user` into the scope; the first access to the user queries the database."""

    def __init__(self, inner: App) -> None:
        self.inner = inner
        self.store = import_module(settings.SESSION_ENGINE).SessionStore

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        session = self.store(scope["cookies"].get(settings.SESSION_COOKIE_NAME))
        user = SimpleLazyObject(lambda: user_of(session))
        await self.inner({**scope, "session": session, "user": user}, receive, send)


def with_visitor(inner: App) -> Any:
    """Wrap an application so that its sockets have a session and a user."""
    return CookieMiddleware(WithVisitor(inner))
