"""Lock a match's present round and load it, in two statements.

The module uses plain SQL because every move takes this path, and the statements are most of its
cost.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec

from core import clock
from games.kernel.contract import Seat
from matches.engine import live_round
from matches.engine.clocks import ClockPauses
from matches.engine.view import SeatSummary
from matches.models.occupancy import Counted, are_given_up, at_shared_devices
from matches.store import outbox, shared_sql
from matches.store.recent_looks import Look, newest_look, queried
from matches.store.rows import columns, decode, fetch, prepared
from matches.store.snapshot import SeatView
from matches.store.stored_round import STORED_ROUND, StoredRound


@dataclass(frozen=True, slots=True)
class SeatHolder(SeatView):
    """The present holder of a seat.

    `used`: the digests of this seat's requests that used the queried key, in all rounds of the
    match. `pending`: when the server must act for this seat, in milliseconds, and the number of
    tries so far; None if it has nothing to do.
    """

    used: Sequence[str]
    pending: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Guard:
    """The conditions under which a move may be stored without a lock.

    `database_ms`: the reckoned time of the database, in milliseconds. `late_ms`: how much later the
    move may be stored, in milliseconds. `looked_ms`: when the pauses of the clocks were known.
    """

    database_ms: int
    late_ms: int
    looked_ms: int


@dataclass(slots=True)
class LockedRound(Counted):
    """A match's present round, locked until the transaction ends.

    With a `guard` it is not locked: `known_round.known_round` made it from the cache, and
    `save_round.save` writes only if nothing has changed.

    `visible`: how many changes each viewer has seen; index 0 for spectators, then by seat.
    `holders`: by seat. `now_ms`: the database's time under the lock, in milliseconds.
    """

    match_id: uuid.UUID
    round_id: int
    number: int
    status: str
    counts: bool
    """As `substitution.counts_beyond_table`."""
    changes: int
    dealt: bool
    visible: list[int]
    visible_before: list[int]
    """The value of `visible` at the end of the round before; empty in the first round."""
    holders: list[SeatHolder]
    awaited: list[bool]
    """By seat: true if its page showed, before these moves, that the round waits for it."""
    now_ms: int
    pauses: ClockPauses
    """The pauses at the time of the lock."""
    rev: int
    """`models.Round.rev`."""
    live: live_round.LiveRound | None
    """None before the cards are dealt."""
    recent: msgspec.Raw
    """Its newest moves as JSON, and the deal before them: their times and events, oldest first."""
    known: Look | None
    """The cached table, if nothing has changed since."""
    guard: Guard | None = None

    @property
    def is_given_up(self) -> bool:
        """Return whether no person plays here any more; the match then ends unless a player comes
        back.
        """
        return are_given_up(self.holders, counts=self.counts)

    def saw_earlier_round(self, seat: Seat, seen: int) -> bool:
        """Return whether a seat may have seen this version before the deal.

        Versions only grow, so a page that is up to date shows a later one.
        """
        before = self.visible_before
        return bool(before) and seen <= self.changes + before[seat + 1]


class _LockRow(NamedTuple):
    """The row that `_LOCK` returns."""

    round: StoredRound
    glances: list[SeatSummary]


_LOCK = f"""
SELECT {columns(_LockRow, "r", round=STORED_ROUND)}
FROM matches_round r WHERE r.match_id = %(match)s ORDER BY r.number DESC LIMIT 1 FOR UPDATE
"""
# Other rows are read by the next statement: this one would read them as they were before it waited.


class _SeatsRow(NamedTuple):
    """The row that `_HOLDERS` returns."""

    status: str
    counts: bool
    changes: int
    rules_id: int
    pace: dict[str, int]
    now_ms: int
    clocks: dict[str, Any]
    visible_before: list[int]
    holders: list[SeatHolder]
    recent: msgspec.Raw


_USED_AND_PENDING = """,
    'used', coalesce(v.used, '[]'),
    'pending', CASE WHEN w.id IS NOT NULL THEN jsonb_build_array(w.due_ms, w.attempts) END"""
_MOVE_AND_TURN = f"""
  LEFT JOIN LATERAL (SELECT jsonb_agg(y.body) AS used FROM matches_round e JOIN matches_move y
      ON y.round_id = e.id AND y.seat = s.number AND y.key = %(key)s::text AND y.key <> ''
    WHERE e.match_id = m.id AND %(key)s::text <> '') v ON true
  LEFT JOIN LATERAL (SELECT x.id, x.due_ms, x.attempts FROM matches_outbox x
    WHERE x.round_id = r.id AND x.seat = s.number AND x.kind IN {outbox.TURNS} LIMIT 1) w ON true"""
RECENT_MOVES, RECENT_MS = 12, 20_000
"""The number of the moves in `LockedRound.recent`, and their age in milliseconds when the last move
was made.
"""
_RECENT = f"""
CASE WHEN r.version < {RECENT_MOVES} THEN jsonb_build_array(jsonb_build_array(r.start->'at_ms', r.opening)) ELSE '[]' END
|| (SELECT coalesce(jsonb_agg(jsonb_build_array(z.at_ms, z.events) ORDER BY z.number), '[]')
  FROM matches_move z
  WHERE z.round_id = r.id AND z.number > r.version - {RECENT_MOVES} AND z.at_ms > r.at_ms - {RECENT_MS})"""
_HOLDERS = f"""
SELECT m.status, {shared_sql.COUNTS} AS counts, m.changes, m.rules_id, m.pace,
  {clock.NOW_SQL} AS now_ms, {shared_sql.CLOCKS} AS clocks,
  {shared_sql.VISIBLE_BEFORE} AS visible_before,
  ({shared_sql.seats(_USED_AND_PENDING, _MOVE_AND_TURN)}) AS holders, {_RECENT} AS recent
FROM matches_match m JOIN matches_round r ON r.match_id = m.id WHERE r.id = %(round)s
"""


def lock_round(match_id: uuid.UUID, key: str = "") -> LockedRound | None:
    """Lock a match's present round and load it; return None if the match does not exist.

    The clock is read under the lock, so times follow the order of the moves. `key`: the key of a
    request; `SeatHolder.used` lists the requests that used it before.
    """
    known = newest_look(match_id)
    with prepared() as cursor:
        cursor.execute(_LOCK, {"match": match_id, **queried(known)})
        found = fetch(cursor, _LockRow)
        if not found:
            return None
        (row,) = found
        round_ = row.round
        cursor.execute(_HOLDERS, {"round": round_.round_id, "key": key})
        (seats,) = fetch(cursor, _SeatsRow)
    now_ms = clock.from_database(seats.now_ms)
    pauses = ClockPauses.from_row(seats.clocks, now_ms)
    live = round_.load(
        seats.rules_id, seats.pace, pauses, known=None if known is None else known.table.live
    )
    if known is not None and not known.is_of(round_):
        known = None
    # The last summary is for spectators; rows of an older release have none.
    summaries = [*row.glances, SeatSummary()][: len(seats.holders) + 1]
    return LockedRound(
        match_id=match_id,
        round_id=round_.round_id,
        number=round_.number,
        status=seats.status,
        counts=seats.counts,
        changes=seats.changes,
        dealt=round_.dealt,
        visible=round_.visible,
        visible_before=seats.visible_before,
        holders=seats.holders,
        awaited=shown_as_awaited(summaries, seats.holders),
        now_ms=now_ms,
        pauses=pauses,
        rev=round_.rev,
        live=live,
        recent=seats.recent,
        known=known,
    )


def shown_as_awaited(summaries: Sequence[SeatSummary], holders: Sequence[SeatView]) -> list[bool]:
    """Return, by seat, whether its page shows that the round waits for it.

    `summaries`: by seat, and the last one for spectators. A shared device shows only what everyone
    may see.
    """
    *own, everybody = summaries
    shared = at_shared_devices(holders)
    return [
        seat in (everybody if seat in shared else summary).awaited
        for seat, summary in enumerate(own)
    ]


def load_clock_context(locked: LockedRound) -> ClockPauses:
    """Load the pauses again after a change of a seat's player, because a bot has no hours of its
    own.
    """
    assert locked.live is not None
    with prepared() as cursor:
        cursor.execute(
            f"SELECT {shared_sql.CLOCKS} FROM matches_match m WHERE m.id = %s", [locked.match_id]
        )
        (raw,) = cursor.fetchone()
    return replace(
        ClockPauses.from_row(decode(raw, dict[str, Any]), locked.now_ms),
        used=locked.live.clocks.pauses.used,
    )
