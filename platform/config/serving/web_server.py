"""The web process's server: daphne, which takes no more than is worked on, keeps little for pages that
do not read, and closes in order.

`python -m config.serving.web_server` takes daphne's own arguments.
"""

from __future__ import annotations

import asyncio
import socket
import time
from typing import Any, ClassVar
from weakref import WeakSet

from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import tcp
from twisted.internet.defer import Deferred
from twisted.web.http import HTTPChannel, Request

from config.local.listening import WAITING_TO_CONNECT
from config.serving import request_bodies  # noqa: F401 - bounds them
from realtime import close_codes
from realtime.sockets import LONGEST

MOST_WAITING = 32
"""Messages of a page that wait for their turn before no more is read from its socket."""
LOOK_AGAIN_S = 0.05
MOST_UNREAD = 128 * 1024
"""Bytes that wait for a page to read them, beyond `IN_THE_KERNEL`, before nothing more is sent."""
IN_THE_KERNEL = 64 * 1024
"""Bytes of a connection that the system keeps, which else grow to several megabytes; Linux doubles it."""
LONGEST_UNREAD_S = 30.0
"""A page that has not caught up for so long is let go, however little waits for it."""
ON_ITS_WAY_S = 0.5
"""Seconds in which arrives what a proxy has sent before it could know that this server goes down."""
GRACE_S, LAST_S = 1.5, 0.5
"""Seconds for pages and requests to end by themselves, and then for those that were told to."""
HANDSHAKE_S = 20
"""Seconds for a handshake: as long as a browser, too, waits for a server that is busy."""
ACCEPTED_AT_A_TIME = 2
"""Connections that are taken before all others have their turn: the handshake of a page costs as much as
a move, and after a break all pages connect at once."""
APART_S, LONGEST_S = 0.01, 8.0
"""Seconds between two pages that are told to connect elsewhere, which costs the others about as much
processor time each; and in which all have been told."""


class PageProtocol(WebSocketProtocol):  # type: ignore[misc]  # daphne has no types
    """A page's socket. Whoever sends more than is worked on has to wait, and whoever does not read what
    they are sent is let go: neither fills memory."""

    maxMessagePayloadSize: int
    is_full = False
    behind_since: float | None = None

    def onOpen(self) -> None:
        """From now on the system keeps little of what the page does not read."""
        super().onOpen()
        self.transport.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, IN_THE_KERNEL)

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

    def serverSend(self, content: str, binary: bool = False) -> None:
        """Send a message; to a page that has not read enough of those before, the end of it.

        One message of any length always goes: nobody is let go for what we have to say at once.
        """
        if self.state in (self.STATE_CLOSING, self.STATE_CLOSED):
            return
        if self.transport.unsent > MOST_UNREAD:
            self._let_go()
        else:
            super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:
        """Close it with any code that a server may give (RFC 6455, 7.4.1).

        Autobahn's own lets an application give 1000 and those from 3000 alone.
        """
        self.sendCloseFrame(code=code or self.CLOSE_STATUS_CODE_NORMAL)

    def sendMessage(self, payload: bytes, *args: Any, **kwargs: Any) -> None:
        """Send a message of any length: Autobahn would bound a board by what a page may send."""
        most, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(payload, *args, **kwargs)
        finally:
            self.maxMessagePayloadSize = most

    def check_timeouts(self) -> None:
        """Every other second: has the page caught up?"""
        super().check_timeouts()
        if self.state != self.STATE_OPEN or not self.transport.unsent:
            self.behind_since = None
        elif self.behind_since is None:
            self.behind_since = time.monotonic()
        elif time.monotonic() - self.behind_since > LONGEST_UNREAD_S:
            self._let_go()

    def _let_go(self) -> None:
        # Autobahn cuts the connection a second later, and so frees what was not read.
        self.sendCloseFrame(code=close_codes.LATER)

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

    known: ClassVar[WeakSet[PromptConnection]] = WeakSet()
    """All that there are."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.known.add(self)

    def take_no_more(self) -> None:
        """Let the next answer be the last, unless a page is behind it."""
        if (channel := self._http()) is None:
            return
        channel.checkPersistence = _ends  # type: ignore[method-assign]  # of this one alone
        for request in channel.requests:
            channel.persistent = _ends(request)

    def close_unused(self) -> None:
        """Close it if nothing is asked by it, nor on its way. RFC 9112, 9.6: who closes what is read
        no more has it reset, and a proxy sends nothing twice that is not safe to be done twice."""
        channel = self._http()
        if channel is not None and not channel.requests and not self._holds_more():
            self.loseConnection()  # type: ignore[no-untyped-call]

    def _http(self) -> HTTPChannel | None:
        channel = getattr(self.protocol, "_channel", None) if self.connected else None
        return channel if isinstance(channel, HTTPChannel) else None

    def _holds_more(self) -> bool:
        """Whether something has arrived that was not read yet."""
        try:
            return bool(self.socket.recv(1, socket.MSG_PEEK))
        except OSError:
            return False

    @property
    def unsent(self) -> int:
        """Bytes that wait for the network to take them."""
        return len(self.dataBuffer) - self.offset + self._tempDataLen

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


def _ends(request: Request, version: bytes = b"") -> bool:
    """In place of Twisted's `checkPersistence`: the connection does not persist, and the answer says so."""
    request.responseHeaders.setRawHeaders(b"Connection", [b"close"])
    return False


# Daphne and Twisted name these nowhere else.
WebSocketFactory.protocol = PageProtocol
tcp.Port.transport = PromptConnection  # type: ignore[assignment]  # it is to be a Server
# Twisted takes a hundred at a time, and more whenever there were as many.
tcp.Port.numberAccepts = property(  # type: ignore[assignment]  # its own is a number
    lambda port: ACCEPTED_AT_A_TIME, lambda port, wanted: None
)


class WebServer(Server):  # type: ignore[misc]  # daphne has no types
    """Daphne with our bounds."""

    def __init__(self, *args: Any, **options: Any) -> None:
        # In bytes, of which a character has up to four.
        names = ("websocket_max_message_size", "websocket_max_frame_size")
        bounds = dict.fromkeys(names, 4 * LONGEST)
        # A handshake is answered at once (realtime/admission.py), unless the loop itself is late.
        names = ("websocket_handshake_timeout", "websocket_connect_timeout")
        bounds |= dict.fromkeys(names, HANDSHAKE_S)
        # What serves them is nobody's business, and would be said with every small file.
        super().__init__(*args, **options | bounds | {"server_name": ""})
        self.endpoints: list[str] = [
            f"{one}:backlog={WAITING_TO_CONNECT}" if one.startswith("tcp:") else one
            for one in self.endpoints
        ]
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
            for _ in range(0, WAITING_TO_CONNECT, ACCEPTED_AT_A_TIME):
                port.doRead()  # who has connected is served
            port.stopListening()
        # A proxy keeps connections for its next requests, which belong to others from now on.
        connections = list(PromptConnection.known)
        for connection in connections:
            connection.take_no_more()
        await asyncio.sleep(ON_ITS_WAY_S)
        for connection in connections:
            connection.close_unused()
        pages = [protocol for protocol in self.connections if isinstance(protocol, PageProtocol)]
        apart = min(APART_S, LONGEST_S / max(1, len(pages)))
        for page in pages:  # each is served until it is told to go
            if page.state == page.STATE_OPEN:
                page.sendCloseFrame(code=close_codes.RESTARTING)
                await asyncio.sleep(apart)
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
