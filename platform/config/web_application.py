"""The application of a web process that serves people: `config.asgi`, and its heartbeat."""

from __future__ import annotations

from config.asgi import application
from config.heartbeat import start_heartbeat

__all__ = ("application",)

start_heartbeat("web")
