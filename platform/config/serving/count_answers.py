"""A counter of a web process's answers by the first digit of their status."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from config.serving.own_origin import Scope
from core.metrics import RESPONSES


class CountAnswers:
    """Count answers when they start; their content is not examined."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: object, send: Any) -> None:
        await self.inner(scope, receive, _counting(send))


def _counting(send: Callable[[Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
    async def counted(message: Any) -> None:
        if message["type"] == "http.response.start":
            RESPONSES.labels(f"{message['status'] // 100}xx").inc()
        await send(message)

    return counted
