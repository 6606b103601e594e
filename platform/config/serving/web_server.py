"""The server of the web process: daphne with limits on input and on unread output, and an orderly
shutdown.

`python -m config.serving.web_server` takes daphne's own arguments.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Sequence
from typing import Any, ClassVar
from weakref import WeakSet

from autobahn.twisted import websocket as autobahn_sockets
from autobahn.websocket import protocol as autobahn_protocol
from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor, tcp
from twisted.internet.defer import Deferred
from twisted.web.http import HTTPChannel, Request

from config.local.listening import WAITING_TO_CONNECT
from config.serving import request_bodies  # noqa: F401 - bounds them
from realtime import close_codes
from realtime.process import WebProcess
from realtime.sockets import LONGEST

MOST_WAITING = 32
"""Messages of a page that may wait before its socket is not read any more."""
LOOK_AGAIN_S = 0.05
MOST_UNREAD = 128 * 1024
"""Bytes that may wait for a page to read them, beyond `IN_THE_KERNEL`, before nothing more is sent.
"""
IN_THE_KERNEL = 64 * 1024
"""Send buffer of a connection in the kernel, in bytes. It would grow to several megabytes; Linux
doubles it.
"""
LONGEST_UNREAD_S = 30.0
"""Time after which a page that has not caught up is disconnected, in seconds, however little it has
to read.
"""
ON_ITS_WAY_S = 0.5
"""Time for requests that a proxy sent before it knew of the shutdown, in seconds."""
GRACE_S, LAST_S = 1.5, 0.5
"""Time for pages and requests to end by themselves, and then for those that were cancelled, in
seconds.
"""
HANDSHAKE_S = 20
"""Time for a handshake, in seconds: as long as a browser waits for a busy server."""
ACCEPTED_AT_A_TIME = 2
"""Connections that are accepted before all others have their turn: the handshake of a page takes as
long as a move, and after a break all pages connect at once.
"""
APART_S, LONGEST_S = 0.005, 4.0
"""Time between two pages that are told to reconnect elsewhere, and for all of them, in seconds.
Each reconnection takes the other processes about that much processor time.
"""
HANDED_OVER = "fd:"
"""The beginning of the address of a listener that `make run` handed over. No other process serves its
pages, so all are told to reconnect at once.
"""


class PageProtocol(WebSocketProtocol):  # type: ignore[misc]  # daphne has no types
    """The socket of a page. A page that sends faster than its messages are handled has to wait, and
    a page that does not read is disconnected: neither can fill the memory.
    """

    maxMessagePayloadSize: int
    is_full = False
    behind_since: float | None = None

    def onOpen(self) -> None:
        """Limit the kernel's buffer for unread data from now on."""
        super().onOpen()
        self.transport.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, IN_THE_KERNEL)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Queue a message."""
        super().onMessage(payload, isBinary)
        # Data that was read already still arrives: at most one packet of the network.
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
        """Send a message. If the page has not read enough of the earlier ones, disconnect it
        instead.

        One message of any length is always sent: a page is not disconnected for one large
        message.
        """
        if self.state in (self.STATE_CLOSING, self.STATE_CLOSED):
            return
        if self.transport.unsent > MOST_UNREAD:
            self._let_go()
        else:
            super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:
        """Close the socket with any code that a server may use (RFC 6455, 7.4.1).

        Autobahn lets an application use only 1000 and the codes from 3000 on.
        """
        self.sendCloseFrame(code=code or self.CLOSE_STATUS_CODE_NORMAL)

    def sendMessage(self, payload: bytes, *args: Any, **kwargs: Any) -> None:
        """Send a message of any length: Autobahn would limit it like messages of pages."""
        most, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(payload, *args, **kwargs)
        finally:
            self.maxMessagePayloadSize = most

    def check_timeouts(self) -> None:
        """Check every other second whether the page has caught up."""
        super().check_timeouts()
        if self.state != self.STATE_OPEN or not self.transport.unsent:
            self.behind_since = None
        elif self.behind_since is None:
            self.behind_since = time.monotonic()
        elif time.monotonic() - self.behind_since > LONGEST_UNREAD_S:
            self._let_go()

    def _let_go(self) -> None:
        # Autobahn closes the connection a second later, which frees the unread data.
        self.sendCloseFrame(code=close_codes.LATER)

    def onClose(self, *how: Any) -> None:
        """Drop the page's messages that still wait."""
        if (queue := getattr(self, "application_queue", None)) is not None:
            for waiting in [queue.get_nowait() for _ in range(queue.qsize())]:
                if waiting["type"] != "websocket.receive":
                    queue.put_nowait(waiting)
        super().onClose(*how)


class PromptConnection(tcp.Server):
    """A connection that sends at once as much as the network accepts.

    Twisted's own waits for the event loop with every frame: two system calls, and a turn of the
    loop.
    """

    known: ClassVar[WeakSet[PromptConnection]] = WeakSet()
    """All open connections."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.known.add(self)

    def take_no_more(self) -> None:
        """Make the next answer the last, unless a socket uses the connection."""
        if (channel := self._http()) is None:
            return
        channel.checkPersistence = _ends  # type: ignore[method-assign]  # of this one alone
        for request in channel.requests:
            channel.persistent = _ends(request)

    def close_unused(self) -> None:
        """Close the connection if no request is active or arriving. RFC 9112, 9.6: closing a
        connection with unread data resets it, and a proxy does not resend a request that is not
        safe to repeat.
        """
        channel = self._http()
        if channel is not None and not channel.requests and not self._holds_more():
            self.loseConnection()  # type: ignore[no-untyped-call]

    def _http(self) -> HTTPChannel | None:
        channel = getattr(self.protocol, "_channel", None) if self.connected else None
        return channel if isinstance(channel, HTTPChannel) else None

    def _holds_more(self) -> bool:
        """Return whether unread data has arrived."""
        try:
            return bool(self.socket.recv(1, socket.MSG_PEEK))
        except OSError:
            return False

    @property
    def unsent(self) -> int:
        """The bytes that wait for the network."""
        return len(self.dataBuffer) - self.offset + self._tempDataLen

    def write(self, data: bytes) -> None:
        """Send data now; the part that does not fit follows as soon as possible."""
        if self.connected and not (
            self.dataBuffer or self._tempDataBuffer or self._writeDisconnected
        ):
            sent = self.writeSomeData(data)
            if isinstance(
                sent, int
            ):  # otherwise the connection is lost, which the loop will notice
                data = data[sent:]
        if data:
            super().write(data)  # type: ignore[no-untyped-call]  # Twisted gives it no types


def _ends(request: Request, version: bytes = b"") -> bool:
    """Replace Twisted's `checkPersistence`: the connection ends, and the answer's header says so."""
    request.responseHeaders.setRawHeaders(b"Connection", [b"close"])
    return False


def _unformatted(value: object) -> object:
    """Return the value itself."""
    return value


# Autobahn formats the values of its debug messages, although nothing logs these: at each message of a
# page that took as long as to send it, and at each connection a twentieth of the handshake.
for _module in (autobahn_protocol, autobahn_sockets):
    vars(_module).update(hltype=_unformatted, hlval=_unformatted)
vars(autobahn_protocol).update(pformat=_unformatted)
# Daphne and Twisted have no other place to set these.
WebSocketFactory.protocol = PageProtocol
tcp.Port.transport = PromptConnection  # type: ignore[assignment]  # it is to be a Server
# Twisted accepts a hundred at a time, and more if there were as many.
tcp.Port.numberAccepts = property(  # type: ignore[assignment]  # its own is a number
    lambda port: ACCEPTED_AT_A_TIME, lambda port, wanted: None
)


def apart_s(endpoints: Sequence[str], pages: int) -> float:
    """Return the time between two pages that are told to reconnect, in seconds."""
    if all(endpoint.startswith(HANDED_OVER) for endpoint in endpoints):
        return 0.0
    return min(APART_S, LONGEST_S / max(1, pages))


class WebServer(Server):  # type: ignore[misc]  # daphne has no types
    """Daphne with our limits."""

    def __init__(self, *args: Any, **options: Any) -> None:
        # In bytes; a character has up to four.
        names = ("websocket_max_message_size", "websocket_max_frame_size")
        bounds = dict.fromkeys(names, 4 * LONGEST)
        # A handshake is answered at once (realtime/admission.py), unless the loop itself is late.
        names = ("websocket_handshake_timeout", "websocket_connect_timeout")
        bounds |= dict.fromkeys(names, HANDSHAKE_S)
        # The server's name is not public, and would be sent with every small file.
        super().__init__(*args, **options | bounds | {"server_name": ""})
        self.endpoints: list[str] = [
            f"{one}:backlog={WAITING_TO_CONNECT}" if one.startswith("tcp:") else one
            for one in self.endpoints
        ]
        self.ports: list[Any] = []
        self.process: WebProcess | None = None

    def run(self) -> None:
        """Serve until a signal ends it."""
        # Its types are those of the class, although the module is the object.
        reactor.callLater(0, self._begin)  # type: ignore[arg-type]
        super().run()

    def _begin(self) -> None:
        self.process = WebProcess()
        self.process.begin()

    def listen_success(self, port: Any) -> None:
        """Remember the port, to close it first at a shutdown."""
        self.ports.append(port)
        super().listen_success(port)

    def kill_all_applications(self) -> Deferred[None]:
        """Shut down before the reactor ends: tell the pages, wait for running requests, cancel the
        rest.
        """
        return Deferred.fromFuture(asyncio.ensure_future(self._close()))

    async def _close(self) -> None:
        for port in self.ports:
            for _ in range(0, WAITING_TO_CONNECT, ACCEPTED_AT_A_TIME):
                port.doRead()  # accept the clients that have connected
            port.stopListening()
        # A proxy keeps connections for its next requests, which other processes handle from now on.
        connections = list(PromptConnection.known)
        for connection in connections:
            connection.take_no_more()
        await asyncio.sleep(ON_ITS_WAY_S)
        for connection in connections:
            connection.close_unused()
        pages = [protocol for protocol in self.connections if isinstance(protocol, PageProtocol)]
        apart = apart_s(self.endpoints, len(pages))
        for page in pages:  # each is served until it is told to reconnect
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
        if self.process is not None:
            await self.process.end()


class Web(CommandLineInterface):  # type: ignore[misc]  # daphne has no types
    """Daphne's command line for our server."""

    server_class = WebServer


if __name__ == "__main__":
    Web.entrypoint()
