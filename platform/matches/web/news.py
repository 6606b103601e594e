"""What the hub does with news of a table: every page of it in this process is brought what is new."""

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
from matches.present.presence import Presence
from matches.present.pushes import BoardFrame, Boards, Gone, Lines, Watcher
from matches.store.load_match import load_table
from realtime.hub import News
from realtime.sockets import send_safely
from realtime.threads import in_thread

SETTLING_MS = 1_500
"""So long after somebody came or went the others are told: a page that is loaded anew is gone for
less, and many who come together are one piece of news."""

SPECTATORS = 0
"""Among the viewers that news names; the others are seats, from 1."""
AT_ONCE = 16
"""Pages that are brought a board before others have their turn."""

_looks = itertools.count(1)
"""Numbers the times that this process looks up what was said: a page drops what is older."""

_delivered: OrderedDict[str, None] = OrderedDict()
"""Authors of news that this process brings to its own pages itself: the newest."""
MOST_DELIVERED = 1_000


class TablePage(Protocol):
    """A page that shows a table, as news are brought to it (`web.consumers.TableSocket`)."""

    match_id: uuid.UUID
    watcher: Watcher
    entered: bool
    """Whether it has a watcher."""
    missed: bool
    """Whether news came before it had entered: perhaps later than its own look."""

    async def bring(self, news: BoardFrame | Gone | None) -> None:
        """Show a board, unless the page has moved on meanwhile."""

    async def hear(self, lines: Lines | Gone, look: int) -> None:
        """Show what was said, as of this look."""

    async def show_presence(self, others: Presence | None) -> None:
        """Show who is at the table."""

    async def look_whose_page_it_is(self) -> None:
        """Connect anew if its device has been shared, or handed on, since it connected."""

    async def look_whether_it_goes_on(self) -> None:
        """Close it if its session has ended, and let it go on if that was another of its user's."""


def next_look() -> int:
    """The number of the look that begins now."""
    return next(_looks)


def watchers_of(sockets: Iterable[TablePage]) -> dict[TablePage, Watcher]:
    """These pages as they are now, without those that have not entered yet: they miss something."""
    found = {}
    for socket in sockets:
        if socket.entered:
            found[socket] = socket.watcher
        else:
            socket.missed = True
    return found


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
    asked = {
        socket: watcher
        for socket, watcher in watchers_of(sockets).items()
        if everyone or _index(watcher) in named
    }
    if asked:
        match_id = next(iter(asked)).match_id
        await bring_boards(await in_thread(_boards)(match_id, set(asked.values())), asked)


def _boards(match_id: uuid.UUID, watchers: set[Watcher]) -> Boards:
    return pushes.frames(load_table(match_id), watchers)


async def bring_boards(boards: Boards, asked: dict[TablePage, Watcher]) -> None:
    """Bring each page the board that was drawn for it, the players theirs first."""
    in_turn = sorted(asked.items(), key=lambda item: item[1].viewer is None)
    for count, (socket, watcher) in enumerate(in_turn, 1):
        await send_safely(socket.bring(boards[watcher]))
        if count % AT_ONCE == 0:
            await asyncio.sleep(0)  # somebody may want to act meanwhile


async def push_talk(sockets: set[TablePage], news: list[News]) -> None:
    """Bring every page what was said and it may read, if anything of it is new there."""
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
    """Wait for those who only load their page anew: they go and come."""
    await asyncio.sleep(clock.scaled_delay(SETTLING_MS) / 1000)


async def push_presence(sockets: set[TablePage], news: list[News]) -> None:
    """Tell the pages of a table who has it open, once they have settled."""
    await wait_for_reloads()
    others = await in_thread(presence.list_present)(next(iter(sockets)).match_id)
    for socket in sockets:
        await send_safely(socket.show_presence(others))


async def push_device(sockets: set[TablePage], news: list[News]) -> None:
    """Let no page go on showing whose device it was before somebody else got it."""
    for socket in sockets:
        await send_safely(socket.look_whose_page_it_is())


async def push_revoked(sockets: set[TablePage], news: list[News]) -> None:
    """Close the pages of a user who signed out there, was banned or has a new password.

    Where news may have been lost, nobody was named: then the accounts say which pages have to look.
    """
    if not any(news):
        asked = watchers_of(sockets)
        epochs = await in_thread(_epochs)(asked.values())
        owners = {page: one.owner for page, one in asked.items() if one.owner is not None}
        sockets = {page for page, one in owners.items() if epochs.get(one.user_id) != one.epoch}
    for socket in sockets:
        await send_safely(socket.look_whether_it_goes_on())


def _epochs(watchers: Iterable[Watcher]) -> dict[int, int]:
    """By user, of the accounts that are signed in at these pages; a device may show another's cards."""
    user_ids = {one.owner.user_id for one in watchers if one.owner is not None}
    return dict(User.objects.filter(pk__in=user_ids).values_list("pk", "epoch"))


def _index(watcher: Watcher) -> int:
    return SPECTATORS if watcher.viewer is None else watcher.viewer + 1
