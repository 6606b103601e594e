"""A page that closes while it gets an answer."""

from __future__ import annotations

from typing import Any

from autobahn.exception import Disconnected
from channels.exceptions import StopConsumer

from realtime.sockets import Socket


class _Answering(Socket):
    """A consumer that answers every message."""

    left = False

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        await self.base_send({"type": "websocket.send", "text": "yes"})

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        self.left = True
        raise StopConsumer


async def test_who_is_gone_before_the_answer_is_let_go_without_a_fault() -> None:
    messages = [{"type": "websocket.receive"}, {"type": "websocket.disconnect"}]

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: dict[str, Any]) -> None:
        raise Disconnected("Attempt to send on a closed protocol")

    socket = _Answering()
    await socket({}, receive, send)
    assert socket.left
    assert messages == []
