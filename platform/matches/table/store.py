"""Locking a match's present round and loading it, in two statements.

Plain SQL on purpose: this is the path of every move, and the statements are most of its cost.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from accounts import columns
from core import clock
from games.kernel.contract import Seat
from matches.models.occupancy import Counted, Occupant, are_deserted
from matches.table import live_round, outbox, rounds
from matches.table.clocks import ClockPauses
from matches.table.rows import decode, fetch, prepared
from matches.table.view import SeatSummary


@dataclass(frozen=True, slots=True)
class SeatHolder(Occupant):
    """The holder of a seat now; `used` is the move made there with the key that was asked about.

    `order`: what this holder has left word to do, name and `until`; None: nothing. `pending`: when the
    server is to act for this seat, and how often that was tried; None: it has nothing to do.
    """

    number: Seat
    user_id: int | None
    epoch: int | None
    is_active: bool
    bot: str
    stand_in: str
    missed: int
    used: tuple[int, str] | None
    order: tuple[str, int] | None
    pending: tuple[int, int] | None


@dataclass(slots=True)
class LockedRound(Counted):
    """A match's present round, locked until the transaction ends.

    `visible`: how many changes each viewer has seen; index 0 for spectators, then by seat.
    `holders`: by seat. `now_ms`: the database's time under the lock, in milliseconds.
    """

    match_id: uuid.UUID
    round_id: int
    number: int
    status: str
    changes: int
    dealt: bool
    visible: list[int]
    holders: list[SeatHolder]
    awaited: list[bool]
    """By seat: whether its page said, before these moves, that the round waits for it."""
    now_ms: int
    pauses: ClockPauses
    """As they were when the round was locked."""
    live: live_round.LiveRound | None
    """None before the cards are dealt."""

    @property
    def is_deserted(self) -> bool:
        """Whether no person plays here any more."""
        return are_deserted(self.holders)


CLOCKS = f"""
jsonb_build_object(
  'seats', (SELECT jsonb_agg(jsonb_build_object('seat', cs.number, 'used_ms', cs.bank_used_ms,
      'hours', CASE WHEN cu.id IS NOT NULL AND cs.stand_in = '' THEN {columns.hours_sql("cu")} END,
      'before', cu.hours_before,
      'vacations', {columns.vacations_sql("cu")}))
    FROM matches_seat cs LEFT JOIN {columns.USERS} cu ON cu.id = cs.user_id
    WHERE cs.match_id = m.id),
  'stops', (SELECT coalesce(jsonb_agg(jsonb_build_array(x.begins_ms, x.ends_ms)), '[]') FROM (
    SELECT begins_ms, ends_ms FROM matches_pause WHERE match_id = m.id AND begins_ms IS NOT NULL
    UNION ALL SELECT begins_ms, ends_ms FROM matches_downtime
      WHERE ends_ms > extract(epoch from m.started_at) * 1000) x),
  'proposed', (SELECT agreed FROM matches_pause WHERE match_id = m.id AND begins_ms IS NULL),
  'beat_ms', (SELECT min(at_ms) FROM matches_heartbeat)
)
"""
"""For a match `m`, what `matches.table.clocks.ClockPauses` reads."""


class _RoundRow(NamedTuple):
    """What `_LOCK` finds; what is JSON is text still."""

    round_id: int
    number: int
    status: str
    changes: int
    rules_id: int
    pace: str
    seed: bytes
    nonces: str
    dealt: bool
    state: str
    version: int
    drawn: int
    visible: str
    at_ms: int
    glances: str
    undo: str


_LOCK = """
SELECT r.id AS round_id, r.number, m.status, m.changes, m.rules_id, m.pace, r.seed, r.nonces,
  r.start IS NOT NULL AS dealt, r.state, r.version, r.drawn, r.visible, r.at_ms, r.glances, r.undo
FROM matches_round r JOIN matches_match m ON m.id = r.match_id
WHERE r.match_id = %(match)s ORDER BY r.number DESC LIMIT 1 FOR UPDATE OF r
"""


class _SeatsRow(NamedTuple):
    """What `_HOLDERS` finds, likewise."""

    now_ms: int
    clocks: str
    holders: str


_HOLDERS = f"""
SELECT {clock.NOW_SQL} AS now_ms, {CLOCKS} AS clocks,
  (SELECT jsonb_agg(jsonb_build_object('number', s.number, 'user_id', s.user_id, 'epoch', u.epoch,
      'is_active', coalesce(u.is_active, false), 'bot', s.bot, 'stand_in', s.stand_in,
      'missed', s.missed,
      'used', CASE WHEN v.id IS NOT NULL THEN jsonb_build_array(v.number, v.body) END,
      'order', CASE WHEN o.id IS NOT NULL THEN jsonb_build_array(o.name, o.until) END,
      'pending', CASE WHEN w.id IS NOT NULL THEN jsonb_build_array(w.due_ms, w.attempts) END
    ) ORDER BY s.number)
    FROM matches_seat s
    LEFT JOIN {columns.USERS} u ON u.id = s.user_id
    LEFT JOIN matches_move v ON v.round_id = %(round)s AND v.seat = s.number AND v.key = %(key)s
      AND %(key)s <> ''
    LEFT JOIN matches_standingorder o ON o.round_id = %(round)s AND o.seat = s.number
      AND o.user_id = s.user_id
    LEFT JOIN LATERAL (SELECT x.id, x.due_ms, x.attempts FROM matches_outbox x
      WHERE x.round_id = %(round)s AND x.seat = s.number AND x.kind IN {outbox.TURNS} LIMIT 1) w
      ON true
    WHERE s.match_id = m.id) AS holders
FROM matches_match m WHERE m.id = %(match)s
"""


def lock_round(match_id: uuid.UUID, key: str = "") -> LockedRound | None:
    """Lock a match's present round and load it; None if there is no such match.

    The clock is read under the lock, so that times follow the order of the moves.
    `key`: of a request, the move of which is looked for (`SeatHolder.used`).
    """
    with prepared() as cursor:
        cursor.execute(_LOCK, {"match": match_id})
        found = fetch(cursor, _RoundRow)
        if not found:
            return None
        (row,) = found
        cursor.execute(_HOLDERS, {"match": match_id, "round": row.round_id, "key": key})
        (seats,) = fetch(cursor, _SeatsRow)
    now_ms = clock.from_database(seats.now_ms)
    pauses = ClockPauses.read(decode(seats.clocks, dict[str, Any]), now_ms)
    live = None
    if row.dealt:
        live = live_round.load_round(
            row.rules_id,
            row.state,
            rounds.key_of(row.seed, decode(row.nonces, list[str])),
            row.drawn,
            decode(row.pace, dict[str, int]),
            row.version,
            row.at_ms,
            pauses,
            row.undo,
        )
    summaries = decode(row.glances, list[SeatSummary])
    return LockedRound(
        match_id=match_id,
        round_id=row.round_id,
        number=row.number,
        status=row.status,
        changes=row.changes,
        dealt=row.dealt,
        visible=decode(row.visible, list[int]),
        holders=decode(seats.holders, list[SeatHolder]),
        awaited=[seat in summary.awaited for seat, summary in enumerate(summaries)],
        now_ms=now_ms,
        pauses=pauses,
        live=live,
    )


def load_clock_context(locked: LockedRound) -> ClockPauses:
    """What stops the clocks now that somebody else plays a seat: a bot has no hours of its own."""
    assert locked.live is not None
    with prepared() as cursor:
        cursor.execute(f"SELECT {CLOCKS} FROM matches_match m WHERE m.id = %s", [locked.match_id])
        (raw,) = cursor.fetchone()
    return replace(
        ClockPauses.read(decode(raw, dict[str, Any]), locked.now_ms),
        used=locked.live.clocks.pauses.used,
    )
