"""Bounds the body of a request: daphne would take any, and keep all of it for an application that reads none.

Where nginx stands in front it says so first (`client_max_body_size`); this is for whoever has another proxy.
"""

from __future__ import annotations

import asyncio

from daphne import http_protocol
from django.conf import settings

from config.serving.bare_refusals import bare_refusal

LINGER_S = 5.0
"""Seconds in which a client that still sends can read our answer; cut at once it would never get it."""
_ANSWER = (
    b"HTTP/1.1 413 Content Too Large\r\n"
    b"Content-Type: %s\r\n"
    b"Content-Length: %d\r\n"
    b"Cache-Control: no-store\r\n"
    b"Connection: close\r\n\r\n"
)


class BoundedRequest(http_protocol.WebRequest):  # type: ignore[misc]  # daphne has no types
    """A request that is refused as soon as it is known to be too long, and no more of it kept."""

    is_refused = False
    taken = 0

    def gotLength(self, length: int | None) -> None:
        """The head has been read: how long the body is to be, or None if it comes in pieces."""
        if length is not None and length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            super().gotLength(0)
            self._refuse()
        else:
            super().gotLength(length)

    def handleContentChunk(self, data: bytes) -> None:
        """A part of the body has come."""
        self.taken += len(data)
        if self.is_refused:
            return
        if self.taken > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self._refuse()
        else:
            super().handleContentChunk(data)

    def requestReceived(self, *head: bytes) -> None:
        """All of it has come."""
        if self.is_refused:
            self.channel.loseConnection()
        else:
            super().requestReceived(*head)

    def _refuse(self) -> None:
        self.is_refused = True
        self.content.truncate(0)
        # Nobody is asked to go on with it.
        self.requestHeaders.removeHeader(b"Expect")
        liked = self.requestHeaders.getRawHeaders(b"accept-language", [b""])[0]
        # Twisted hands it on with the whole request, which is not awaited here.
        kind, said = bare_refusal("too_large", self.channel._path.decode("latin-1"), liked)
        self.channel.transport.write(_ANSWER % (kind, len(said)) + said)
        asyncio.get_running_loop().call_later(LINGER_S, self.channel.loseConnection)


# Daphne names it nowhere else.
http_protocol.WebRequest = BoundedRequest
