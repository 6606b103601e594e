"""Loading a round under its lock and saving it, in one statement each way and a half.

Plain SQL on purpose: this is the path of every move, and the statements are most of its cost.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from django.db import connection

from core import clock
from games.kernel import codec
from games.kernel.contract import Event, Seat
from games.kernel.session import Recorded
from matches.occupancy import Counted, Occupant, are_deserted
from matches.table import live_round, outbox, rounds, stored
from matches.table.clocks import ClockPauses
from matches.table.rows import decode, fetch
from matches.table.view import SeatSummary, summarize


@dataclass(frozen=True, slots=True)
class SeatHolder(Occupant):
    """Who holds a seat now; `used` is the move made there with the key that was asked about.

    `order`: what this holder has left word to do, name and `until`; None: nothing. `pending`: when the
    house is to act for this seat, and how often that was tried; None: it has nothing to do.
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
    """A match's present round, locked until the transaction ends."""

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


CLOCKS = """
jsonb_build_object(
  'seats', (SELECT jsonb_agg(jsonb_build_object('seat', cs.number, 'used_ms', cs.bank_used_ms,
      'hours', CASE WHEN cu.id IS NOT NULL AND cs.stand_in = '' THEN jsonb_build_object('time_zone',
        coalesce(nullif(cu.time_zone, ''), cu.browser_zone),
        'quiet_begins', cu.quiet_from, 'quiet_ends', cu.quiet_until, 'rest_day', cu.rest_day) END,
      'before', cu.hours_before,
      'vacations', (SELECT coalesce(jsonb_agg(jsonb_build_array(cv.begins_ms, cv.ends_ms)), '[]')
        FROM accounts_vacation cv WHERE cv.user_id = cu.id)))
    FROM matches_seat cs LEFT JOIN accounts_user cu ON cu.id = cs.user_id
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
    LEFT JOIN accounts_user u ON u.id = s.user_id
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
    """The present round with its row locked; None if there is no such match.

    The clock is read under the lock, so that times follow the order of the moves.
    `key`: of a request, the move of which is looked for (`SeatHolder.used`).
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, {"match": match_id})
        found = fetch(cursor, _RoundRow)
        if not found:
            return None
        (row,) = found
        cursor.execute(_HOLDERS, {"match": match_id, "round": row.round_id, "key": key})
        (seats,) = fetch(cursor, _SeatsRow)
    now_ms = clock.seen(seats.now_ms)
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
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {CLOCKS} FROM matches_match m WHERE m.id = %s", [locked.match_id])
        (raw,) = cursor.fetchone()
    return replace(
        ClockPauses.read(decode(raw, dict[str, Any]), locked.now_ms),
        used=locked.live.clocks.pauses.used,
    )


def count_visible(visible: Sequence[int], events: Sequence[Event]) -> list[int]:
    """The counts after a move with these events: one more for each viewer that saw any."""
    if any(event.audience is None for event in events):
        return [count + 1 for count in visible]
    knows = {seat for event in events for seat in event.audience or ()}
    return [count + (i - 1 in knows) for i, count in enumerate(visible)]


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A row of the outbox to be; one that is not `fresh` stays if it is there, and no more."""

    kind: str
    seat: Seat | None
    due_ms: int
    facts: Sequence[Any] = ()
    fresh: bool = True


_SAVE = """
WITH saved AS (
  UPDATE matches_round SET state = %(state)s, undo = %(undo)s, version = %(version)s, drawn = %(drawn)s,
    visible = %(visible)s, glances = %(glances)s, at_ms = %(at_ms)s, outcome = %(outcome)s
  WHERE id = %(round)s
), ended AS (
  DELETE FROM matches_standingorder o WHERE o.round_id = %(round)s AND o.seat = ANY(%(ended)s)
), moves AS (
  INSERT INTO matches_move (round_id, number, seat, action, events, key, body, at_ms)
  SELECT %(round)s, number, seat, action, events, key, body, at_ms
  FROM jsonb_to_recordset(%(moves)s) AS x(number int, seat smallint, action jsonb, events jsonb,
    key text, body text, at_ms bigint)
), running AS (
  SELECT * FROM jsonb_to_recordset(%(deadlines)s) AS x(kind text, seat smallint, due_ms bigint)
), stopped AS (
  DELETE FROM matches_deadline d WHERE d.round_id = %(round)s AND NOT EXISTS
    (SELECT 1 FROM running x WHERE x.kind = d.kind AND x.seat IS NOT DISTINCT FROM d.seat)
), started AS (
  INSERT INTO matches_deadline (round_id, kind, seat, due_ms)
  SELECT %(round)s, kind, seat, due_ms FROM running
  ON CONFLICT (round_id, kind, seat) DO UPDATE SET due_ms = excluded.due_ms
), entries AS (
  SELECT * FROM jsonb_to_recordset(%(entries)s)
    AS x(kind text, seat smallint, due_ms bigint, facts jsonb, fresh boolean)
), dropped AS (
  DELETE FROM matches_outbox o WHERE o.round_id = %(round)s AND o.kind <> ALL(%(lasting)s) AND NOT EXISTS
    (SELECT 1 FROM entries x WHERE x.kind = o.kind AND x.seat IS NOT DISTINCT FROM o.seat)
)
INSERT INTO matches_outbox AS o (kind, round_id, seat, version, due_ms, attempts, facts)
SELECT kind, %(round)s, seat, %(version)s, due_ms, 0, facts FROM entries WHERE fresh
ON CONFLICT (round_id, kind, seat) DO UPDATE SET version = excluded.version,
  facts = o.facts || excluded.facts,
  due_ms = CASE WHEN o.kind = %(turn)s THEN excluded.due_ms
    WHEN %(still)s THEN o.due_ms
    WHEN o.seat = ANY(%(acted)s) THEN excluded.due_ms
    ELSE GREATEST(o.due_ms, excluded.due_ms) END,
  attempts = CASE WHEN o.seat = ANY(%(acted)s) THEN 0 ELSE o.attempts END
RETURNING id, kind, seat, due_ms
"""
# A bot that has not acted keeps its moment, unless a new situation gives it a later one. Where
# nothing has happened nothing is put off.

_SPEND = """
UPDATE matches_seat s SET bank_used_ms = x.used
FROM (SELECT unnest(%s::smallint[]) AS number, unnest(%s::bigint[]) AS used) x
WHERE s.match_id = %s AND s.number = x.number
"""


def save(
    locked: LockedRound,
    *,
    entries: Sequence[OutboxEntry],
    keys: Mapping[int, tuple[str, str]],
    ended: Sequence[Seat],
    arrived: bool = False,
) -> list[tuple[int, str, int]]:
    """Write the new moves, the snapshot, the deadlines and what is owed: one statement.

    `keys`: for the number of a move, the key and the digest of the request that made it.
    `ended`: the seats of which no standing order counts any more. `arrived`: somebody else plays a
    seat, who may know of nothing.
    Returns id, kind and due time of what is owed now.
    """
    live = locked.live
    if live is None:
        raise ValueError("nothing is dealt")
    first = live.version - len(live.new) + 1
    moves = []
    for number, move in enumerate(live.new, first):
        locked.visible = count_visible(locked.visible, move.events)
        moves.append(_move_row(number, move, *keys.get(number, ("", ""))))
    seats = summarize(live, len(locked.holders))
    entries = [*entries, *_turns(locked, live, seats, arrived=arrived)]
    with connection.cursor() as cursor:
        cursor.execute(
            _SAVE,
            {
                "round": locked.round_id,
                "state": live.dump(),
                "undo": codec.encode(live.undo),
                "version": live.version,
                "drawn": live.chance.drawn,
                "visible": json.dumps(locked.visible),
                "glances": _dumps(seats),
                "at_ms": live.at_ms,
                "outcome": None if live.outcome is None else _dumps(live.outcome),
                "moves": json.dumps(moves),
                "deadlines": json.dumps(
                    [{"kind": d.kind, "seat": d.seat, "due_ms": due} for due, d in live.deadlines()]
                ),
                "entries": json.dumps([asdict(entry) for entry in entries]),
                "ended": list(ended),
                "lasting": list(outbox.LASTING),
                "turn": outbox.TURN,
                "still": not live.new,
                "acted": [move.seat for move in live.new if move.seat is not None],
            },
        )
        rows = [(pk, kind, due_ms) for pk, kind, _, due_ms in cursor.fetchall()]
        used = live.clocks.pauses.used
        if used != locked.pauses.used:
            cursor.execute(_SPEND, [list(used), list(used.values()), locked.match_id])
        return rows


def _turns(
    locked: LockedRound,
    live: live_round.LiveRound,
    seats: Sequence[SeatSummary],
    *,
    arrived: bool,
) -> Iterator[OutboxEntry]:
    """The people whose own pages say that the round waits for them.

    Anew for whom it did not wait before, and where a deadline of theirs began with these moves: so
    that what a seat cannot see changes nothing for it.
    """
    if live.clocks.untimed:  # nobody waits
        return
    since = 0 if arrived else live.new[0].at_ms if live.new else locked.now_ms + 1
    began = {
        deadline.seat
        for _, deadline in live.deadlines()
        if deadline.since_ms >= since and deadline.visible_to(deadline.seat)
    }
    turn = OutboxEntry(outbox.TURN, None, locked.now_ms + outbox.GRACE_MS, [locked.now_ms])
    for holder, summary in zip(locked.holders, seats, strict=True):
        seat = holder.number
        if holder.is_person and seat in summary.awaited:
            before = seat < len(locked.awaited) and locked.awaited[seat]
            yield replace(turn, seat=seat, fresh=not before or seat in began)


def _move_row(number: int, move: Recorded[Any], key: str, body: str) -> dict[str, Any]:
    return {
        "number": number,
        "seat": move.seat,
        "action": stored.to_json(move.action),
        "events": stored.to_json(move.events),
        "key": key,
        "body": body,
        "at_ms": move.at_ms,
    }


def _dumps(value: Any) -> str:
    return json.dumps(stored.to_json(value))
