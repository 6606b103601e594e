"""What the hub does with news of a table: every page of it in this process is brought what is new."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import uuid
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from core import clock
from matches.present import presence, pushes, talk
from matches.present.presence import Presence
from matches.present.pushes import Boards, Frame, Gone, Watcher
from matches.table.lookup import load_table
from realtime.hub import News
from realtime.sockets import REVOKED, send_safely
from realtime.threads import in_thread

SETTLING_MS = 1_500
"""So long after somebody came or went the others are told: a page that is loaded anew is gone for
less, and many who come together are one piece of news."""

_looks = itertools.count(1)
"""Numbers the times that this process looks up what was said: a page drops what is older."""

_delivered: OrderedDict[str, None] = OrderedDict()
"""Authors of news that this process brings to its own pages itself: the newest."""
MOST_DELIVERED = 1_000


class TablePage(Protocol):
    """A page that shows a table, as news are brought to it (`web.consumers.TableSocket`)."""

    match_id: uuid.UUID
    watcher: Watcher

    async def bring(self, news: Frame | Gone | None) -> None:
        """Show a board, unless the page has moved on meanwhile."""

    async def hear(self, lines: tuple[str, ...] | Gone, look: int) -> None:
        """Show what was said, as of this look."""

    async def show_presence(self, others: Presence | None) -> None:
        """Show who is at the table."""

    async def close(self, code: int) -> None:
        """Close it."""


@contextmanager
def delivering() -> Iterator[str]:
    """An author whose news `push_boards` does not bring again, unless the block fails.

    For who brings the pages of this process their boards itself.
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
    """Bring every page up to date that the news concerns: nothing reaches the others."""
    if news:
        news = [item for item in news if item.get("by") not in _delivered]
        if not news:
            return
    named = {viewer for item in news for viewer in item.get("viewers") or ()}
    everyone = not news or any(item.get("viewers") is None for item in news)
    concerned = [s for s in sockets if everyone or _index(s.watcher) in named]
    if not concerned:
        return
    asked = {socket: socket.watcher for socket in concerned}
    boards = await in_thread(_boards)(concerned[0].match_id, set(asked.values()))
    await bring(boards, asked)


def _boards(match_id: uuid.UUID, watchers: set[Watcher]) -> Boards:
    return pushes.frames(load_table(match_id), watchers)


async def bring(boards: Boards, asked: dict[TablePage, Watcher]) -> None:
    """Bring each page the board that was rendered for it."""
    for socket, watcher in asked.items():
        await send_safely(socket.bring(boards[watcher]))


async def push_talk(sockets: set[TablePage], news: list[News]) -> None:
    """Bring every page what was said and it may read, if anything of it is new there."""
    look, asked = next(_looks), {socket: socket.watcher for socket in sockets}
    match_id = next(iter(sockets)).match_id
    heard = await in_thread(_heard)(match_id, set(asked.values()))
    for socket, watcher in asked.items():
        await send_safely(socket.hear(heard[watcher], look))


def _heard(match_id: uuid.UUID, watchers: set[Watcher]) -> dict[Watcher, tuple[str, ...] | Gone]:
    table = load_table(match_id)
    answer: dict[Watcher, tuple[str, ...] | Gone] = {}
    readers = {}
    for watcher in watchers:
        try:
            pushes.check(table, watcher)
        except Gone as gone:
            answer[watcher] = gone
        else:
            readers[watcher] = talk.Reader(
                watcher.viewer, watcher.user_id, watcher.language, watcher.zone
            )
    lines = talk.read(table, readers.values())
    return answer | {watcher: lines[reader] for watcher, reader in readers.items()}


async def settled() -> None:
    """Wait for those who only load their page anew: they go and come."""
    await asyncio.sleep(clock.scaled_delay(SETTLING_MS) / 1000)


async def push_presence(sockets: set[TablePage], news: list[News]) -> None:
    """Tell the pages of a table who has it open, once they have settled."""
    await settled()
    others = await in_thread(presence.list_present)(next(iter(sockets)).match_id)
    for socket in sockets:
        await send_safely(socket.show_presence(others))


async def push_revoked(sockets: set[TablePage], news: list[News]) -> None:
    """Close the pages of a user who signed out, was banned or has a new password."""
    for socket in sockets:
        await send_safely(socket.close(REVOKED))


def _index(watcher: Watcher) -> int:
    return 0 if watcher.viewer is None else watcher.viewer + 1
