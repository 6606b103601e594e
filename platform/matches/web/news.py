"""Handlers of the hub's messages about a table: they update every page of it in this process."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from accounts.models import User
from core import clock
from matches.present import presence, pushes
from matches.present.board import Drawing
from matches.present.presence import Presence
from matches.present.pushes import BoardFrame, Boards, Gone, Lines, Watcher
from matches.store.load_match import load_table
from realtime.bus import News
from realtime.sockets import send_safely
from realtime.threads import in_thread

SETTLING_MS = 1_500
"""Delay before the others learn that a page was opened or closed, in milliseconds.

A reload takes less time, and several arrivals become one message.
"""

SPECTATORS = 0
"""The number of spectators among the viewers in a message; the others are seats, from 1."""
AT_ONCE = 16
"""Number of pages that get a board before other tasks run."""

_looks = itertools.count(1)
"""Counter of the reads of the chat by this process: a page drops lines of an older read."""

_delivered: OrderedDict[str, None] = OrderedDict()
"""The newest authors of messages whose boards this process sends to its own pages itself."""
MOST_DELIVERED = 1_000


class TablePage(Protocol):
    """A page that shows a table, as a receiver of messages (`web.consumers.TableSocket`)."""

    match_id: uuid.UUID
    watcher: Watcher
    entered: bool
    """True once it has a watcher."""
    missed: bool
    """True if a message arrived before it had entered, possibly after its own first read."""

    async def bring(self, news: BoardFrame | Gone | None) -> None:
        """Show a board, unless the page already shows a newer one."""

    async def hear(self, lines: Lines | Gone, look: int) -> None:
        """Show the lines of the chat from this read."""

    async def show_presence(self, others: Presence | None) -> None:
        """Show the people at the table."""

    async def look_whose_page_it_is(self) -> None:
        """Reconnect if its device was shared, or handed on, since it connected."""

    async def look_whether_it_goes_on(self) -> None:
        """Close it if its session has ended; continue if it was another session of the same user."""


def next_look() -> int:
    """Return the number of the read that begins now."""
    return next(_looks)


def watchers_of(sockets: Iterable[TablePage]) -> dict[TablePage, Watcher]:
    """Return these pages with their watchers; mark those that have not entered yet as missing a
    message.
    """
    found = {}
    for socket in sockets:
        if socket.entered:
            found[socket] = socket.watcher
        else:
            socket.missed = True
    return found


@contextmanager
def delivering() -> Iterator[str]:
    """Yield an author whose messages `push_boards` skips, unless the block fails.

    It is for code that sends boards to the pages of this process itself.
    """
    author = secrets.token_hex(8)
    _delivered[author] = None
    if len(_delivered) > MOST_DELIVERED:
        _delivered.popitem(last=False)
    try:
        yield author
    except BaseException:
        _delivered.pop(author, None)
        raise


async def push_boards(sockets: set[TablePage], news: list[News]) -> None:
    """Send boards to the pages that the messages name; other pages receive nothing."""
    if news:
        news = [item for item in news if item.get("by") not in _delivered]
        if not news:
            return
    named = {viewer for item in news for viewer in item.get("viewers") or ()}
    everyone = not news or any(item.get("viewers") is None for item in news)
    asked = {
        socket: watcher
        for socket, watcher in watchers_of(sockets).items()
        if everyone or _index(watcher) in named
    }
    if asked:
        match_id = next(iter(asked)).match_id
        await bring_boards(await in_thread(_boards)(match_id, set(asked.values())), asked)


def _boards(match_id: uuid.UUID, watchers: set[Watcher]) -> Boards:
    return pushes.frames(Drawing(load_table(match_id)), watchers)


async def bring_boards(boards: Boards, asked: dict[TablePage, Watcher]) -> None:
    """Send each page its board, players first."""
    in_turn = sorted(asked.items(), key=lambda item: item[1].viewer is None)
    for count, (socket, watcher) in enumerate(in_turn, 1):
        await send_safely(socket.bring(boards[watcher]))
        if count % AT_ONCE == 0:
            await asyncio.sleep(0)  # other tasks, such as a player's action, may run


async def push_talk(sockets: set[TablePage], news: list[News]) -> None:
    """Send each page the chat lines that it may read, if any of them is new there."""
    look, asked = next_look(), watchers_of(sockets)
    if not asked:
        return
    match_id = next(iter(asked)).match_id
    heard = await in_thread(_lines)(match_id, set(asked.values()))
    for socket, watcher in asked.items():
        await send_safely(socket.hear(heard[watcher], look))


def _lines(match_id: uuid.UUID, watchers: set[Watcher]) -> dict[Watcher, Lines | Gone]:
    return pushes.lines(load_table(match_id), watchers)


async def wait_for_reloads() -> None:
    """Wait until a page that only reloads is back."""
    await asyncio.sleep(clock.scaled_delay(SETTLING_MS) / 1000)


async def push_presence(sockets: set[TablePage], news: list[News]) -> None:
    """Tell the pages of a table who has it open, after a short wait for reloads."""
    await wait_for_reloads()
    others = await in_thread(presence.list_present)(next(iter(sockets)).match_id)
    for socket in sockets:
        await send_safely(socket.show_presence(others))


async def push_device(sockets: set[TablePage], news: list[News]) -> None:
    """Make pages reconnect if they still show the cards of the device's previous player."""
    for socket in sockets:
        await send_safely(socket.look_whose_page_it_is())


async def push_revoked(sockets: set[TablePage], news: list[News]) -> None:
    """Close the pages of a user who signed out there, was banned or has a new password.

    After a possible loss of messages, no user is named. Then the epochs of the accounts select the
    pages that must check.
    """
    if not any(news):
        asked = watchers_of(sockets)
        epochs = await in_thread(_epochs)(asked.values())
        owners = {page: one.owner for page, one in asked.items() if one.owner is not None}
        sockets = {page for page, one in owners.items() if epochs.get(one.user_id) != one.epoch}
    for socket in sockets:
        await send_safely(socket.look_whether_it_goes_on())


def _epochs(watchers: Iterable[Watcher]) -> dict[int, int]:
    """Return the epochs, by user, of the accounts that are signed in at these pages.

    On a shared device, a page may show another player's cards.
    """
    user_ids = {one.owner.user_id for one in watchers if one.owner is not None}
    return dict(User.objects.filter(pk__in=user_ids).values_list("pk", "epoch"))


def _index(watcher: Watcher) -> int:
    return SPECTATORS if watcher.viewer is None else watcher.viewer + 1
