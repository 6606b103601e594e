"""Boards for the sockets of a table: loaded once, drawn once for each kind of viewer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from core.rendering.fragments import Board
from games.kernel.contract import Refusal, Viewer
from matches.present import talk
from matches.present.board import draw_board
from matches.present.presence import Presence
from matches.present.undealt_table import is_handed_round
from matches.store.snapshot import Table


@dataclass(frozen=True, slots=True)
class Account:
    """An account that is signed in at a page, with the epoch that it had when the page asked."""

    user_id: int
    epoch: int


@dataclass(frozen=True, slots=True)
class Watcher:
    """A page that shows a table: whose it is and what it shows."""

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
    """Its device is shared, and will be handed round: then it shows its owner's cards no more."""
    plays: bool = False
    """Its device is handed round at this table: covered, too, it is no spectator's."""
    owner: Account | None = None
    """The account that is signed in there, if any: another one where a device shows what its guest sees."""
    board: Board | None = field(default=None, compare=False)
    """What it shows, if that is known."""

    @property
    def epochs(self) -> tuple[int, int | None]:
        """Of whom it shows the table to, and of the account that is signed in there."""
        return self.epoch, None if self.owner is None else self.owner.epoch


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """A board for one page, the version that it shows, and when it was looked up."""

    board: Board
    version: int
    now_ms: int


class Gone(Exception):
    """This page may no longer show this table in this way.

    `again`: it may connect anew and will be somebody else then (a spectator, another seat).
    `revoked`: a session of its user has ended; it may go on if that was not its own.
    `why`: the code of a refusal that says more.
    """

    def __init__(self, *, again: bool = False, revoked: bool = False, why: str = "") -> None:
        super().__init__()
        self.again = again
        self.revoked = revoked
        self.why = why


Lines: TypeAlias = tuple[str, ...]
"""Of the talk, as HTML."""

Boards: TypeAlias = dict[Watcher, BoardFrame | Gone | None]
"""For each page its board, or that it must go, or None if it shows the present one already."""


def check(table: Table, watcher: Watcher) -> None:
    """Make sure that a page may still be this viewer; asked before each push.

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


def frame(table: Table, watcher: Watcher, refusal: Refusal | None = None) -> BoardFrame:
    """The present board for one page."""
    board = draw_board(
        table,
        watcher.viewer,
        user_id=watcher.user_id,
        language=watcher.language,
        before=watcher.board,
        origin=watcher.origin,
        since=watcher.shown,
        present=watcher.present,
        refusal=refusal,
        zone=watcher.zone,
    )
    return BoardFrame(board, table.shown_version(watcher.viewer), table.now_ms)


def frames(table: Table, watchers: Iterable[Watcher]) -> Boards:
    """The boards to bring to these pages.

    Spectators who show the same and read the same language by the same clock share one rendering.
    """
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
        known = table.user_known(watcher.user_id)
        alike = (
            *(watcher.viewer, watcher.language, watcher.zone),
            *(watcher.origin, watcher.shown, known),
        )
        if alike not in rendered:
            rendered[alike] = frame(table, watcher)
        answer[watcher] = rendered[alike]
    return answer


def lines(table: Table, watchers: Iterable[Watcher]) -> dict[Watcher, Lines | Gone]:
    """What was said and these pages may read, the newest lines."""
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
