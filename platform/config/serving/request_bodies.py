"""A limit on request bodies: daphne would accept any size, and keep all of it even if the
application reads none.

If nginx is in front it refuses first (`client_max_body_size`); this limit is for other proxies.
"""

from __future__ import annotations

import asyncio

from daphne import http_protocol
from django.conf import settings

from config.serving.bare_refusals import bare_refusal

LINGER_S = 5.0
"""Time in which a client that still sends can read our answer, in seconds; closed at once it would
never get it.
"""
_ANSWER = (
    b"HTTP/1.1 413 Content Too Large\r\n"
    b"Content-Type: %s\r\n"
    b"Content-Length: %d\r\n"
    b"Cache-Control: no-store\r\n"
    b"Connection: close\r\n\r\n"
)


class BoundedRequest(http_protocol.WebRequest):  # type: ignore[misc]  # daphne has no types
    """A request that is refused as soon as it is known to be too long; the rest is not stored."""

    is_refused = False
    taken = 0

    def gotLength(self, length: int | None) -> None:
        """Handle the end of the head. `length`: of the body, or None if it comes in chunks."""
        if length is not None and length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            super().gotLength(0)
            self._refuse()
        else:
            super().gotLength(length)

    def handleContentChunk(self, data: bytes) -> None:
        """Handle a part of the body."""
        self.taken += len(data)
        if self.is_refused:
            return
        if self.taken > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self._refuse()
        else:
            super().handleContentChunk(data)

    def requestReceived(self, *head: bytes) -> None:
        """Handle the end of the request."""
        if self.is_refused:
            self.channel.loseConnection()
        else:
            super().requestReceived(*head)

    def _refuse(self) -> None:
        self.is_refused = True
        self.content.truncate(0)
        # The client must not continue to send.
        self.requestHeaders.removeHeader(b"Expect")
        liked = self.requestHeaders.getRawHeaders(b"accept-language", [b""])[0]
        # Twisted sets the path only with the whole request, which is not complete here.
        kind, said = bare_refusal("too_large", self.channel._path.decode("latin-1"), liked)
        self.channel.transport.write(_ANSWER % (kind, len(said)) + said)
        asyncio.get_running_loop().call_later(LINGER_S, self.channel.loseConnection)


# Daphne has no other place to set it.
http_protocol.WebRequest = BoundedRequest
