"""A bot's side of its socket, for tests."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from accounts.models import User
from api.models import Scope
from config.serving.asgi import application
from matches.models import Match
from matches.services.seating import seats
from tests.platform.api.programs import bot_called, token_of
from tests.platform.matches.cast import opened, person
from tests.platform.matches.sockets import PATIENCE, Wire
from tests.platform.threads import in_a_thread

ANYWHERE = [(b"origin", b"https://elsewhere.example"), (b"host", b"testserver")]


class Line:
    """A bot's side of its socket."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire

    async def send(self, **message: Any) -> None:
        await self.wire.send_to(text_data=json.dumps(message))

    async def read(self, *kinds: str) -> dict[str, Any]:
        """Return the next message, which must be of one of these kinds."""
        message: dict[str, Any] = json.loads(await self.wire.receive_from(timeout=PATIENCE))
        assert message["type"] in kinds, message
        return message

    async def closed(self) -> int:
        """Return the code with which the server closes the socket next."""
        output = await self.wire.receive_output(PATIENCE)  # type: ignore[no-untyped-call]  # asgiref's has no types
        assert output["type"] == "websocket.close", output
        return int(output["code"])


@asynccontextmanager
async def line(**headers: Any) -> AsyncIterator[Line]:
    """Open a socket that has sent nothing yet."""
    wire = Wire(application, "/ws/api/v1/", headers=ANYWHERE)
    connected, _ = await wire.connect(timeout=PATIENCE)
    assert connected
    try:
        yield Line(wire)
    finally:
        await wire.disconnect(timeout=PATIENCE)


@asynccontextmanager
async def greeted(token: str) -> AsyncIterator[Line]:
    """Open a socket and say hello."""
    async with line() as one:
        await one.send(type="hello", token=token)
        await one.read("welcome")
        yield one


@in_a_thread
def seated_beside() -> tuple[User, str, Match, User]:
    """Create a bot with its token, and a person's private table with a free seat."""
    ada, host = bot_called("Ada"), person("Alice")
    match = opened(host, bots=1)
    seats.seat_bot(match.pk, host, 1, "")
    return ada, token_of(ada, Scope.PLAY), match, host
