"""Tables as the driver sees them: pages that receive boards, and the next possible move."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tools.bench.driver.wire import Lost, Wire


@dataclass(frozen=True, slots=True)
class Move:
    """A message that a page is about to send; `held`: the rules delay its effect for all players."""

    page: Page
    message: bytes
    held: bool = False


class Page(ABC):
    """A page that shows a table: its socket, and the version of its board."""

    def __init__(self, table: Table, host: str, socket: str, headers: Mapping[str, str]) -> None:
        self.table = table
        self.host = host
        self.version = -1
        self.later = 0.0
        """Seconds after which the server wants the page to reconnect; 0: it has not said."""
        self._socket, self._headers = socket, headers
        self.wire = Wire(self.heard, self._lost)
        self._first: asyncio.Future[None] = _future()

    async def open(self) -> None:
        """Connect, and wait for the board.

        Raises:
            Lost, OSError: the server refuses.
        """
        self.version, self.later = -1, 0.0
        self.wire = Wire(self.heard, self._lost)
        self._first = _future()
        try:
            await self.wire.open(self.host, self.target(), self._headers)
            await self.arrive()
        except BaseException:
            self.wire.close()
            raise

    def target(self) -> str:
        """Return the address of the socket."""
        return self._socket

    async def arrive(self) -> None:
        """Wait for the board after the socket is open."""
        await self._first

    @abstractmethod
    def heard(self, message: bytes) -> None:
        """Read the relevant parts of a message."""

    def shows(self, version: int) -> None:
        """Note that a board has arrived."""
        if version > self.version:
            self.version = version
            if not self._first.done():
                self._first.set_result(None)
            self.table.heard(self)

    def _lost(self) -> None:
        problem = Lost("the server closed the socket of a page")
        if not self._first.done():
            self._first.set_exception(problem)
        elif self.table.gone is None:
            raise problem
        else:
            self.table.gone(self)


class Table(ABC):
    """A match, with the pages of its players and its spectators."""

    def __init__(self) -> None:
        self.next: Move | None = None
        """The next possible move; None: no player can act, the rules wait or the match is over."""
        self.all_seen: asyncio.Future[float] | None = None
        """The time when the last spectator had the board of the last move, by `perf_counter`."""
        self.gone: Callable[[Page], None] | None = None
        """The callback for a page that lost its socket; None: losing it is an error."""
        self._missing: set[Page] = set()
        self._unseen: set[Page] = set()
        self._all_heard: asyncio.Future[float] | None = None

    @property
    @abstractmethod
    def players(self) -> Sequence[Page]:
        """The players' pages."""

    @property
    def watchers(self) -> Sequence[Page]:
        """The spectators' pages."""
        return ()

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """True if the play here is over."""

    @abstractmethod
    def choose(self) -> Move | None:
        """Choose a move that a player can make now; None if there is none."""

    async def open(self) -> None:
        """Connect all pages, one after the other, until each shows its board."""
        for page in (*self.players, *self.watchers):
            await page.open()

    async def play(self) -> tuple[float, float]:
        """Make the next move; return when it was sent, and when the last player had the new board."""
        assert self.next is not None
        move, news = self.next, self._expect(self.players)
        if self.watchers:
            self._unseen, self.all_seen = set(self.watchers), _future()
        sent = time.perf_counter()
        move.page.wire.send(move.message)
        heard = await news
        self.next = None if self.is_over else self.choose()
        return sent, heard

    async def until_ready(self) -> None:
        """Wait until a player can act, or the match is over."""
        while not self.is_over:
            self.next = self.choose()
            if self.next is not None:
                return
            await self._expect(self.players)

    def heard(self, page: Page) -> None:
        """Note that a page has a new board."""
        self._missing.discard(page)
        if not self._missing and self._all_heard is not None and not self._all_heard.done():
            self._all_heard.set_result(time.perf_counter())
        if page in self._unseen:
            self._unseen.discard(page)
            if not self._unseen and self.all_seen is not None:
                self.all_seen.set_result(time.perf_counter())

    def _expect(self, pages: Sequence[Page]) -> asyncio.Future[float]:
        """Return a future for the time when the last of these pages gets its next board."""
        self._missing, self._all_heard = set(pages), _future()
        return self._all_heard


def _future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()
