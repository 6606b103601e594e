"""The web process as it is served: the application (`config.asgi`) and a heart."""

from __future__ import annotations

from config import heart
from config.asgi import application

__all__ = ("application",)

heart.start("web")
