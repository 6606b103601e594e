"""The web process's server: daphne, which takes no more than is worked on, and closes in order.

`python -m config.web_server` takes daphne's own arguments.
"""

from __future__ import annotations

import asyncio
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import tcp
from twisted.internet.defer import Deferred

from realtime.sockets import LONGEST

MOST_WAITING = 32
"""Messages of a page that wait for their turn before no more is read from its socket."""
LOOK_AGAIN_S = 0.05
RESTARTING = 1012
"""Close code: this server goes down and comes back; pages connect again, each a little later."""
GRACE_S, LAST_S = 1.5, 0.5
"""Seconds for pages and requests to end by themselves, and then for those that were told to."""


class PageProtocol(WebSocketProtocol):  # type: ignore[misc]  # daphne has no types
    """A page's socket. Whoever sends more than is worked on has to wait, and fills no memory."""

    is_full = False

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """One message more waits for its turn."""
        super().onMessage(payload, isBinary)
        # What was read already comes all the same: at most what fits in one piece of the network.
        if not self.is_full and self.application_queue.qsize() >= MOST_WAITING:
            self.is_full = True
            self.transport.pauseProducing()
            self._look_again()

    def _look_again(self) -> None:
        asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self._read_on)

    def _read_on(self) -> None:
        if self.state == self.STATE_CLOSED:
            return
        if self.application_queue.qsize() >= MOST_WAITING:
            self._look_again()
            return
        self.is_full = False
        self.transport.resumeProducing()

    def onClose(self, *how: Any) -> None:
        """What the page sent and still waits is nobody's any more."""
        if (queue := getattr(self, "application_queue", None)) is not None:
            for waiting in [queue.get_nowait() for _ in range(queue.qsize())]:
                if waiting["type"] != "websocket.receive":
                    queue.put_nowait(waiting)
        super().onClose(*how)


class PromptConnection(tcp.Server):
    """A connection that sends at once what the network takes.

    Twisted's own asks the event loop first, for every frame: two system calls, and a turn of the loop.
    """

    def write(self, data: bytes) -> None:
        """Send this, what does not fit as soon as it does."""
        if self.connected and not (
            self.dataBuffer or self._tempDataBuffer or self._writeDisconnected
        ):
            sent = self.writeSomeData(data)
            if isinstance(sent, int):  # else the connection is lost, which the loop will notice
                data = data[sent:]
        if data:
            super().write(data)  # type: ignore[no-untyped-call]  # Twisted gives it no types


# Daphne and Twisted name these nowhere else.
WebSocketFactory.protocol = PageProtocol
tcp.Port.transport = PromptConnection


class WebServer(Server):  # type: ignore[misc]  # daphne has no types
    """Daphne with our bounds."""

    def __init__(self, *args: Any, **options: Any) -> None:
        # In bytes, of which a character has up to four.
        names = ("websocket_max_message_size", "websocket_max_frame_size")
        super().__init__(*args, **options | dict.fromkeys(names, 4 * LONGEST))
        self.ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        """Remember where we listen, to stop it first."""
        self.ports.append(port)
        super().listen_success(port)

    def kill_all_applications(self) -> Deferred[None]:
        """Before the reactor ends: tell the pages, let what runs come to its end, end the rest."""
        return Deferred.fromFuture(asyncio.ensure_future(self._close()))

    async def _close(self) -> None:
        for port in self.ports:
            port.stopListening()
        for protocol in list(self.connections):
            if isinstance(protocol, PageProtocol) and protocol.state == protocol.STATE_OPEN:
                protocol.sendCloseFrame(code=RESTARTING)
        running = {
            details["application_instance"]
            for details in self.connections.values()
            if "application_instance" in details
        }
        if running:
            _, running = await asyncio.wait(running, timeout=GRACE_S)
        for application in running:
            application.cancel()
        if running:
            await asyncio.wait(running, timeout=LAST_S)


class Web(CommandLineInterface):  # type: ignore[misc]  # daphne has no types
    """Daphne's command line for our server."""

    server_class = WebServer


if __name__ == "__main__":
    Web.entrypoint()
