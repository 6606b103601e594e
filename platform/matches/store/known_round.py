"""Work on a running round without a lock, where this process knows its newest version.

The cached table has all that a move needs. `save_round.save` stores the move in one statement, and
writes nothing if anything has changed since: then the move begins again under the lock
(`lock_round`). So this module may know too little, but never decides a move.
"""

from __future__ import annotations

import uuid

import msgspec
from django.db import connection

from core import clock
from matches.engine import substitution
from matches.engine.view import summarize
from matches.models import Match
from matches.store.lock_round import (
    RECENT_MOVES,
    RECENT_MS,
    Guard,
    LockedRound,
    SeatHolder,
    shown_as_awaited,
)
from matches.store.recent_looks import newest_look
from matches.store.snapshot import SeatView, Table

LATE_MS = 1_000
"""How much later than its reckoned time a move may be stored, in milliseconds."""
_SEAT = SeatView.__dataclass_fields__


def known_round(match_id: uuid.UUID) -> LockedRound | None:
    """Return a match's present round as this process knows it, with a guard; None if it must be
    locked.
    """
    look, time = newest_look(match_id), clock.reckon()
    if look is None or time is None or connection.in_atomic_block:
        return None
    table, live = look.table, look.table.live
    if live is None or live.over or not _is_plain(table):
        return None
    late_ms = min([LATE_MS, *(due - 1 - time.now_ms for due, _ in live.deadlines())])
    if late_ms <= 0:
        return None
    return LockedRound(
        match_id=match_id,
        round_id=table.round_id,
        number=table.round_number,
        status=table.match.status,
        counts=substitution.counts_beyond_table(table.match),
        changes=table.changes,
        dealt=True,
        visible=list(table.visible),
        visible_before=table.visible_before,
        holders=[_holder(seat) for seat in table.seats],
        awaited=shown_as_awaited(summarize(live, len(table.seats)), table.seats),
        now_ms=time.now_ms,
        pauses=table.pauses,
        rev=look.rev,
        live=live.anew(table.pauses),
        recent=_recent(table, live.at_ms),
        known=look,
        guard=Guard(time.database_ms, late_ms, looked_ms=table.now_ms),
    )


def _is_plain(table: Table) -> bool:
    """Return whether a move there may change no other row than its round's.

    A move may end standing orders.
    """
    is_running = table.match.status == Match.Status.RUNNING and not table.pauses.paused
    return is_running and not any(seat.order for seat in table.seats)


def _holder(seat: SeatView) -> SeatHolder:
    return SeatHolder(**{name: getattr(seat, name) for name in _SEAT}, used=(), pending=None)


def _recent(table: Table, at_ms: int) -> msgspec.Raw:
    """Return the newest moves, as `lock_round` reads them."""
    moves = [
        (one.at_ms, one.events)
        for one in table.history.newest(RECENT_MOVES)
        if one.number == 0 or one.at_ms > at_ms - RECENT_MS
    ]
    return msgspec.Raw(msgspec.json.encode(moves))
