"""Sends hostile input to a server over many connections at once, and checks the answers."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from tools.fuzz.hostile import Source

LINES, SOCKETS = 6, 3
PATIENCE = 60.0
FRAMES_EACH = 40
"""Frames on a socket; the rate limit would refuse more."""
TOLD = 20


@dataclass
class Answers:
    """The answers: `statuses` of requests; `wrong`: the faults, as text."""

    requests: int = 0
    frames: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def sent(self) -> int:
        """The number of requests and frames."""
        return self.requests + self.frames

    def fail(self, what: str) -> None:
        """Record a fault."""
        if len(self.wrong) < TOLD:
            self.wrong.append(what)


class Driver:
    """Sends a number of requests; calls `step` after each."""

    def __init__(self, source: Source, most: int, step: Callable[[Answers], None]) -> None:
        self.source, self.most, self.step = source, most, step
        self.answers = Answers()

    async def run(self) -> Answers:
        """Send everything."""
        async with asyncio.TaskGroup() as group:
            for _ in range(LINES):
                group.create_task(self._line())
            for _ in range(SOCKETS):
                group.create_task(self._socket())
        return self.answers

    @property
    def _goes_on(self) -> bool:
        return self.answers.sent < self.most

    async def _line(self) -> None:
        host, _, port = self.source.host.partition(":")
        reader = writer = None
        while self._goes_on:
            if reader is None or writer is None:
                reader, writer = await asyncio.open_connection(host, int(port), limit=2**22)
            sent = self.source.request()
            self.answers.requests += 1
            try:
                writer.write(sent.raw)
                await writer.drain()
                async with asyncio.timeout(PATIENCE):
                    status, stays = await _answer(reader, bodiless=sent.raw.startswith(b"HEAD"))
            except TimeoutError:
                self.answers.fail(f"no answer within {PATIENCE:.0f} s: {sent.what}")
                status, stays = "none", False
            except (OSError, asyncio.IncompleteReadError, ValueError):
                status, stays = "cut off", False
            self.answers.statuses[status] += 1
            if status.startswith("5"):
                self.answers.fail(f"{status}: {sent.what}: {sent.raw[:300]!r}")
            if not stays:
                writer.close()
                reader = writer = None
            self.step(self.answers)
        if writer is not None:
            writer.close()

    async def _socket(self) -> None:
        number = 0
        while self._goes_on:
            path, cookie = self.source.socket()
            number += 1
            headers = {"X-Forwarded-For": f"10.255.{number // 250 % 250}.{number % 250}"}
            if cookie:
                headers["Cookie"] = cookie
            origin = f"http://{self.source.host}"
            try:
                async with connect(
                    f"ws://{self.source.host}{path}",
                    origin=origin,  # type: ignore[arg-type]  # a str of its own
                    additional_headers=headers,
                    open_timeout=PATIENCE,
                    max_size=2**24,
                ) as socket:
                    if greeting := self.source.greeting(path):
                        await socket.send(greeting)
                    await self._talk(socket)
            except InvalidHandshake as refused:
                status = str(getattr(getattr(refused, "response", None), "status_code", "none"))
                self.answers.statuses[f"socket {status}"] += 1
                if status.startswith("5"):
                    self.answers.fail(f"socket {status}: {path[:100]}")
            except (ConnectionClosed, InvalidURI, OSError, TimeoutError) as gone:
                code = getattr(getattr(gone, "rcvd", None), "code", None)
                self.answers.statuses[f"socket closed {code}"] += 1
                if code == 1011:  # the server failed
                    self.answers.fail(f"socket closed with {code}: {path[:100]}")

    async def _talk(self, socket: ClientConnection) -> None:
        for _ in range(FRAMES_EACH):
            if not self._goes_on:
                return
            while self.answers.frames > self.answers.requests and self._goes_on:
                await asyncio.sleep(0.01)  # equally many of both
            self.answers.frames += 1
            await socket.send(self.source.frame())
            with suppress(TimeoutError):
                async with asyncio.timeout(0.02):
                    while True:
                        self._hear(await socket.recv())
            self.step(self.answers)

    def _hear(self, text: str | bytes) -> None:
        frame = json.loads(text)
        refused = isinstance(frame, dict) and (
            "refused" in frame or "refusal" in frame or frame.get("type") == "refused"
        )
        self.answers.statuses["frame refused" if refused else "frame"] += 1


async def _answer(reader: asyncio.StreamReader, *, bodiless: bool) -> tuple[str, bool]:
    """Return the status of the next answer, and whether the connection stays open.

    Raises:
        asyncio.IncompleteReadError: the connection was cut.
    """
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = head.split(" ", 2)[1]
    fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    if not bodiless and status not in ("204", "304"):
        if "content-length" in fields:
            await reader.readexactly(int(fields["content-length"]))
        elif fields.get("transfer-encoding") == "chunked":
            while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
                await reader.readexactly(size + 2)
            await reader.readexactly(2)
        else:
            await reader.read()
            return status, False
    return status, fields.get("connection") != "close"
