"""The application of a web process that soon cancels abandoned requests, and logs it."""

from __future__ import annotations

from typing import Any

from daphne.server import Server

from config.serving.asgi import application

__all__ = ("application",)

AT_ONCE_S = 0.5
_run: Any = Server.run


def run(server: Any) -> None:
    """Run daphne with a shorter timeout than a test's."""
    server.application_close_timeout = AT_ONCE_S
    _run(server)


Server.run = run
