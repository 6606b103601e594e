"""Tables as the driver sees them: pages that hear of new boards, and what can be done next."""

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
    """What a page is about to send; `held`: the rules make everybody wait for what comes of it."""

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
        """Seconds after which the server wants the page to connect again; 0: it has not said."""
        self._socket, self._headers = socket, headers
        self.wire = Wire(self.heard, self._lost)
        self._first: asyncio.Future[None] = _future()

    async def open(self) -> None:
        """Connect, and wait for the board.

        Raises:
            Lost, OSError: the server does not want to.
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
        """The address of the socket."""
        return self._socket

    async def arrive(self) -> None:
        """Wait for the board, when the socket is open."""
        await self._first

    @abstractmethod
    def heard(self, message: bytes) -> None:
        """Read of a message what matters."""

    def shows(self, version: int) -> None:
        """A board has come."""
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
    """A match, with the pages of its players and those of people who watch."""

    def __init__(self) -> None:
        self.next: Move | None = None
        """What can be done now; None: nobody can do anything, the rules wait or all is over."""
        self.all_seen: asyncio.Future[float] | None = None
        """When the last of those who watch got the board of the last move, by `perf_counter`."""
        self.gone: Callable[[Page], None] | None = None
        """Called when a page has lost its socket; None: that must not happen."""
        self._missing: set[Page] = set()
        self._unseen: set[Page] = set()
        self._all_heard: asyncio.Future[float] | None = None

    @property
    @abstractmethod
    def players(self) -> Sequence[Page]:
        """Their pages."""

    @property
    def watchers(self) -> Sequence[Page]:
        """The pages of people who watch."""
        return ()

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing more is played here."""

    @abstractmethod
    def choose(self) -> Move | None:
        """Something that somebody may do now; None if nobody may."""

    async def open(self) -> None:
        """Connect all pages, one after the other, until each shows its board."""
        for page in (*self.players, *self.watchers):
            await page.open()

    async def play(self) -> tuple[float, float]:
        """Do what can be done next; when it was sent, and when the last player had the new board."""
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
        """Wait until somebody can do something, or all is over."""
        while not self.is_over:
            self.next = self.choose()
            if self.next is not None:
                return
            await self._expect(self.players)

    def heard(self, page: Page) -> None:
        """A page has a new board."""
        self._missing.discard(page)
        if not self._missing and self._all_heard is not None and not self._all_heard.done():
            self._all_heard.set_result(time.perf_counter())
        if page in self._unseen:
            self._unseen.discard(page)
            if not self._unseen and self.all_seen is not None:
                self.all_seen.set_result(time.perf_counter())

    def _expect(self, pages: Sequence[Page]) -> asyncio.Future[float]:
        """When the last of these pages has got its next board."""
        self._missing, self._all_heard = set(pages), _future()
        return self._all_heard


def _future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()
