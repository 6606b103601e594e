"""Real sockets of real pages: connect as a user, read boards."""

from __future__ import annotations

import json
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from config.serving.asgi import application
from matches import models
from matches.web import access
from tests.boards import applied, patch_lines
from tests.platform.threads import in_a_thread

ORIGIN = b"http://testserver"
PATIENCE = 60
"""Timeout in seconds, long enough for a busy machine."""


class Wire(WebsocketCommunicator):  # type: ignore[misc]  # channels has no types
    """A communicator that does not use the send and receive methods of Channels.

    During a read or write, those turn off the closing of database connections for the whole
    process. A connection of a worker thread that ends at that moment would never be closed.
    """

    send_input = ApplicationCommunicator.send_input
    receive_output = ApplicationCommunicator.receive_output


class Page:
    """A page that shows a table."""

    def __init__(self, communicator: Wire) -> None:
        self.wire = communicator
        self.version = 0
        self.html = ""
        self.texts: dict[str, str] = {}
        self.lines: tuple[str, ...] = ()
        self.connected = False
        self.presences: list[dict[str, Any]] = []
        """Presence frames that arrived before the frame that was read; they may arrive at any time.
        """

    async def board(self) -> dict[str, Any]:
        """Return the next board that arrives."""
        frame = await self.data()
        assert "version" in frame, frame
        self.version = frame["version"]
        self.html = applied(self.html, frame, self.texts)
        return frame | {"content": self.html}

    async def data(self) -> dict[str, Any]:
        """Return the next frame that is not a presence frame."""
        while True:
            frame: dict[str, Any] = json.loads(await self.wire.receive_from(timeout=PATIENCE))
            if "here" not in frame:
                return frame
            self.presences.append(frame)

    async def talk(self) -> list[str]:
        """Return the messages of the chat as text, once a new one arrives."""
        frame = await self.data()
        assert "talk" in frame, frame
        self.lines = patch_lines(self.lines, frame["talk"])
        return re.findall(r'said__words" dir="auto">(.*?)</span>', "".join(self.lines))

    async def told(self) -> dict[str, Any]:
        """Return the next presence frame."""
        if self.presences:
            return self.presences.pop(0)
        frame: dict[str, Any] = json.loads(await self.wire.receive_from(timeout=PATIENCE))
        assert "here" in frame, frame
        return frame

    async def send(self, message: Any) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        await self.wire.send_to(text_data=text)

    async def closed(self) -> int:
        """Return the close code of the socket, ignoring boards before it."""
        while True:
            event = await self.wire.receive_output(timeout=PATIENCE)  # type: ignore[no-untyped-call]  # asgiref's has no types
            if event["type"] == "websocket.close":
                code: int = event["code"]
                return code

    async def silent(self) -> bool:
        """Return whether only presence frames arrive for a while."""
        end = time.monotonic() + 0.4
        while await self._arrives(end - time.monotonic()):
            frame = json.loads(await self.wire.receive_from(timeout=PATIENCE))
            if "here" not in frame:
                return False
            self.presences.append(frame)
        return True

    async def _arrives(self, seconds: float) -> bool:
        return not await self.wire.receive_nothing(timeout=max(0, seconds), interval=0.02)


@in_a_thread
def cookie_of(user: User | None, invited: models.Match | None) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    session = client.session
    if invited is not None:
        access.remember_invitation(session, invited.pk)
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


@in_a_thread
def end_session(cookie: str) -> None:
    """End the session of a browser without a notification."""
    Session.objects.get(session_key=cookie.partition("=")[2]).delete()


@asynccontextmanager
async def page(
    match: models.Match,
    user: User | None = None,
    *,
    invited: bool = False,
    origin: bytes = ORIGIN,
    language: str = "en",
    says: str = "",
    cookie: str = "",
) -> AsyncIterator[Page]:
    """Connect a page's socket; read the first board yourself.

    `says`: query string about the state that the page shows. `cookie`: of the browser; the default
    is a new browser.
    """
    cookie = cookie or await cookie_of(user, match if invited else None)
    headers = [(b"origin", origin), (b"host", b"testserver"), (b"cookie", cookie.encode())]
    path = f"/ws/{language}/matches/{match.pk}/?{says}"
    communicator = Wire(application, path, headers=headers)
    connected, _ = await communicator.connect(timeout=PATIENCE)
    shown = Page(communicator)
    shown.connected = connected
    try:
        yield shown
    finally:
        await communicator.disconnect()
