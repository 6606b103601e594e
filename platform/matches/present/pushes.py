"""Boards for the sockets of a table: loaded once, drawn once for each kind of viewer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from core.rendering.fragments import Board, Page
from games.kernel.contract import Refusal, Viewer
from matches.present import talk
from matches.present.board import Drawing
from matches.present.presence import Presence
from matches.present.undealt_table import is_handed_round
from matches.store.snapshot import Table
from realtime.sockets import encode_message


@dataclass(frozen=True, slots=True)
class Account:
    """The account that is signed in at a page, with its epoch at the time of the request."""

    user_id: int
    epoch: int


@dataclass(frozen=True, slots=True)
class Watcher:
    """A page that shows a table: its user and the state that it shows."""

    user_id: int | None
    epoch: int
    language: str
    zone: str
    origin: str
    invited: bool
    viewer: Viewer
    shown: int
    present: Presence | None
    lends: bool = False
    """True if its device will be shared: then it no longer shows its owner's cards."""
    plays: bool = False
    """True if its device is shared at this table: even a covered page is not a spectator's."""
    owner: Account | None = None
    """The account that is signed in there, if any; on a shared device it may differ from the user.
    """
    page: Page = field(default=Page(), compare=False)
    """The board that the page shows."""

    @property
    def epochs(self) -> tuple[int, int | None]:
        """Return the epochs of the user that the page is for and of the account that is signed in
        there.
        """
        return self.epoch, None if self.owner is None else self.owner.epoch


@dataclass(slots=True)
class _Update:
    """The changes for a page, the page after them, and their message once it is encoded."""

    page: Page
    changes: dict[str, Any]
    after: Page
    message: str = ""


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """A board for pages that show the same, its version, and the time at which it was read."""

    board: Board
    version: int
    now_ms: int
    _updates: dict[tuple[int, frozenset[str]], _Update] = field(default_factory=dict, compare=False)
    """The updates so far, by the id of the board before, which stays with them, and the texts."""
    _watchers: dict[Watcher, Watcher] = field(default_factory=dict, compare=False)
    """The watchers so far, before and after their pages show this board."""

    def message_after(self, page: Page) -> str:
        """Return the message for a page that shows this before; "" if it changes nothing.

        It is encoded once for all pages that show the same.
        """
        update = self._update(page)
        if update.changes and not update.message:
            update.message = self.answer_after(page)
        return update.message

    def answer_after(self, page: Page, **answer: str) -> str:
        """Return the message for a page that shows this before, with the answer to its action."""
        changes = self._update(page).changes
        head = {"version": self.version, "mark": self.board.mark}
        return encode_message(head | changes | answer)

    def _update(self, page: Page) -> _Update:
        key = id(page.board), page.texts
        known = self._updates.get(key)
        if known is None:
            known = self._updates[key] = _Update(page, *page.update(self.board))
        return known

    def shown_by(self, watcher: Watcher) -> Watcher:
        """Return this watcher once its page shows this board; equal watchers become one."""
        page = self._update(watcher.page).after
        known = self._watchers.get(watcher)
        if known is None or known.page is not page:
            version = max(watcher.shown, self.version)
            known = self._watchers[watcher] = replace(watcher, shown=version, page=page)
        return known


class Gone(Exception):
    """Raised when a page may no longer show this table in this way.

    `again`: it may connect again with another role (a spectator, another seat). `revoked`: a
    session of its user has ended; the page may continue if it belongs to another session. `why`:
    the code of a refusal with the reason.
    """

    def __init__(self, *, again: bool = False, revoked: bool = False, why: str = "") -> None:
        super().__init__()
        self.again = again
        self.revoked = revoked
        self.why = why


Lines: TypeAlias = tuple[str, ...]
"""Lines of the chat as HTML."""

Boards: TypeAlias = dict[Watcher, BoardFrame | Gone | None]
"""For each page its board, or `Gone`, or None if it already shows the present one."""


def check(table: Table, watcher: Watcher) -> None:
    """Check that a page may still be this viewer; called before each push.

    Raises:
        Gone: handed over, banned, signed out, new password, or never allowed.
    """
    seat = table.seat_of(watcher.user_id)
    accounts = [(watcher.user_id, watcher.epoch)]
    if watcher.owner is not None:
        accounts.append((watcher.owner.user_id, watcher.owner.epoch))
    for user_id, epoch in accounts:
        held = table.seat_of(user_id)
        if held is not None and (not held.is_active or held.epoch != epoch):
            raise Gone(revoked=True)
    if not table.may_watch(watcher.user_id, watcher.invited):
        raise Gone(why="sent_away" if watcher.user_id in table.match.dismissed else "")
    if (None if seat is None else seat.number) != watcher.viewer:
        raise Gone(again=True)
    if watcher.lends and is_handed_round(table, seat):
        raise Gone(again=True)


def frame(drawing: Drawing, watcher: Watcher, refusal: Refusal | None = None) -> BoardFrame:
    """Return the present board for one page."""
    table = drawing.table
    board = drawing.draw(
        watcher.viewer,
        user_id=watcher.user_id,
        language=watcher.language,
        before=watcher.page.board,
        origin=watcher.origin,
        since=watcher.shown,
        present=watcher.present,
        refusal=refusal,
        zone=watcher.zone,
    )
    return BoardFrame(board, table.shown_version(watcher.viewer), table.now_ms)


def frames(drawing: Drawing, watchers: Iterable[Watcher]) -> Boards:
    """Return the boards to send to these pages.

    Spectators with the same state, language and time zone share one rendering.
    """
    table = drawing.table
    known_users = table.known_users
    rendered: dict[tuple[object, ...], BoardFrame] = {}
    answer: Boards = {}
    for watcher in watchers:
        try:
            check(table, watcher)
        except Gone as gone:
            answer[watcher] = gone
            continue
        if watcher.shown >= table.shown_version(watcher.viewer):
            answer[watcher] = None
            continue
        alike = (
            *(watcher.viewer, watcher.language, watcher.zone, watcher.origin, watcher.shown),
            watcher.user_id if watcher.user_id in known_users else None,
        )
        if alike not in rendered:
            rendered[alike] = frame(drawing, watcher)
        answer[watcher] = rendered[alike]
    return answer


def lines(table: Table, watchers: Iterable[Watcher]) -> dict[Watcher, Lines | Gone]:
    """Return the newest lines of the chat that each of these pages may read."""
    answer: dict[Watcher, Lines | Gone] = {}
    readers = {}
    for watcher in watchers:
        try:
            check(table, watcher)
        except Gone as gone:
            answer[watcher] = gone
        else:
            readers[watcher] = talk.TalkReader(
                watcher.viewer, watcher.user_id, watcher.language, watcher.zone, watcher.plays
            )
    read = talk.lines_by_reader(table, readers.values())
    return answer | {watcher: read[reader] for watcher, reader in readers.items()}
