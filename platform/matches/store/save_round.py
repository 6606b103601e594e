"""Write a locked round that was worked on, in one statement.

The module uses plain SQL because every move takes this path, and the statements are most of its
cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from core import clock
from games.kernel import codec
from games.kernel.contract import Event, Seat
from games.kernel.session import Recorded
from matches.engine import live_round
from matches.engine.clocks import SILENCE_MS
from matches.engine.view import SeatSummary, summarize
from matches.models.occupancy import at_shared_devices
from matches.store import outbox
from matches.store.lock_round import LockedRound
from matches.store.rows import decode, prepared


def count_visible(visible: Sequence[int], events: Sequence[Event]) -> list[int]:
    """Return the counts after a move with these events: one more for each viewer that saw any.

    `visible`: index 0 for spectators, then by seat.
    """
    if any(event.audience is None for event in events):
        return [count + 1 for count in visible]
    knows = {seat for event in events for seat in event.audience or ()}
    return [count + (i - 1 in knows) for i, count in enumerate(visible)]


EARLY_MS = 100
"""By how much the reckoned time may be ahead of the database's, in milliseconds."""
_LOCKED = "SELECT %(round)s::bigint AS id"
_GUARDED = f"""
  SELECT r.id FROM matches_round r
  WHERE r.id = %(round)s AND r.version = %(version)s - 1 AND r.rev = %(rev)s
    AND {clock.NOW_SQL} - %(database_ms)s BETWEEN -{EARLY_MS} AND %(late_ms)s
    AND NOT EXISTS (SELECT FROM matches_heartbeat b WHERE b.at_ms < %(now_ms)s - {SILENCE_MS})
    AND NOT EXISTS (SELECT FROM matches_downtime d WHERE d.ends_ms > %(looked_ms)s - {SILENCE_MS})
    AND NOT EXISTS (SELECT FROM matches_round e JOIN matches_move y ON y.round_id = e.id
      WHERE e.match_id = r.match_id AND y.seat = %(seat)s AND y.key = %(key)s AND y.key <> '')
  FOR NO KEY UPDATE SKIP LOCKED
"""
# A row that is locked is not waited for: by then the time would no longer be true.
_WRITE = f"""
WITH held AS ({{held}}), saved AS (
  UPDATE matches_round r SET state = %(state)s, undo = %(undo)s, version = %(version)s, drawn = %(drawn)s,
    visible = %(visible)s, glances = %(glances)s, at_ms = %(at_ms)s, outcome = %(outcome)s
  FROM held WHERE r.id = held.id RETURNING r.id, r.match_id, r.rev
), ended AS (
  DELETE FROM matches_standingorder o USING saved
  WHERE o.round_id = saved.id AND o.seat = ANY(%(ended)s)
), moves AS (
  INSERT INTO matches_move (round_id, number, seat, action, events, key, body, at_ms)
  SELECT saved.id, number, seat, action, events, key, body, x.at_ms
  FROM saved, jsonb_to_recordset(%(moves)s) AS x(number int, seat smallint, action jsonb, events jsonb,
    key text, body text, at_ms bigint)
), running AS (
  SELECT * FROM jsonb_to_recordset(%(deadlines)s) AS x(kind text, seat smallint, due_ms bigint)
), stopped AS (
  DELETE FROM matches_deadline d USING saved WHERE d.round_id = saved.id AND NOT EXISTS
    (SELECT 1 FROM running x WHERE x.kind = d.kind AND x.seat IS NOT DISTINCT FROM d.seat)
), started AS (
  INSERT INTO matches_deadline (round_id, kind, seat, due_ms)
  SELECT saved.id, kind, seat, due_ms FROM saved, running
  ON CONFLICT (round_id, kind, seat) DO UPDATE SET due_ms = excluded.due_ms
), entries AS (
  SELECT * FROM jsonb_to_recordset(%(entries)s)
    AS x(kind text, seat smallint, due_ms bigint, facts jsonb, fresh boolean)
), dropped AS (
  DELETE FROM matches_outbox o USING saved
  WHERE o.round_id = saved.id AND o.kind <> ALL(%(lasting)s) AND NOT EXISTS
    (SELECT 1 FROM entries x WHERE x.kind = o.kind AND x.seat IS NOT DISTINCT FROM o.seat)
), owed AS (
INSERT INTO matches_outbox AS o (kind, round_id, seat, version, due_ms, attempts, facts)
SELECT kind, saved.id, seat, %(version)s, due_ms, 0, facts FROM saved, entries WHERE fresh
ON CONFLICT (round_id, kind, seat) DO UPDATE SET version = excluded.version,
  facts = o.facts || excluded.facts,
  due_ms = CASE WHEN o.kind = %(turn)s THEN excluded.due_ms
    WHEN %(still)s THEN o.due_ms
    WHEN o.seat = ANY(%(acted)s) THEN excluded.due_ms
    ELSE GREATEST(o.due_ms, excluded.due_ms) END,
  attempts = CASE WHEN o.seat = ANY(%(acted)s) THEN 0 ELSE o.attempts END
RETURNING id, kind, due_ms
)
SELECT rev, {clock.NOW_SQL},
  (SELECT array_agg(s.acknowledged ORDER BY s.number) FROM matches_seat s WHERE s.match_id = saved.match_id),
  (SELECT coalesce(jsonb_agg(jsonb_build_array(id, kind, due_ms)), '[]') FROM owed)
FROM saved
"""
# A bot that has not acted keeps its time, unless a new situation gives it a later one. If no move
# was made, no row is postponed.

_SAVE, _SAVE_GUARDED = _WRITE.format(held=_LOCKED), _WRITE.format(held=_GUARDED)
"""The statement for a locked round, and the one that writes nothing if the round is not as this
process knows it. They differ only in how they hold the round.
"""

_SPEND = """
UPDATE matches_seat s SET bank_used_ms = x.used
FROM (SELECT unnest(%s::smallint[]) AS number, unnest(%s::bigint[]) AS used) x
WHERE s.match_id = %s AND s.number = x.number
"""


class Overtaken(Exception):
    """A guard did not hold, so nothing was written."""


def save(
    locked: LockedRound,
    *,
    entries: Sequence[outbox.OutboxEntry],
    keys: Mapping[int, tuple[str, str]],
    ended: Sequence[Seat],
    arrived: bool = False,
) -> list[tuple[int, str, int]]:
    """Write the new moves of a round, its state, its deadlines and its outbox rows in one
    statement.

    `keys`: by number of a move, the key and the digest of the request that made it. `ended`: the
    seats whose standing orders no longer count. `arrived`: another user now plays a seat and may
    not have been notified of anything. Return id, kind and due time of the rows to do now.

    Raises:
        ValueError: the cards are not dealt.
        Overtaken: the guard of the round did not hold.
    """
    live = locked.live
    if live is None:
        raise ValueError("the cards are not dealt")
    first = live.version - len(live.new) + 1
    moves = []
    for number, move in enumerate(live.new, first):
        locked.visible = count_visible(locked.visible, move.events)
        moves.append(_move_row(number, move, *keys.get(number, ("", ""))))
    *seats, everybody = summarize(live, len(locked.holders))
    entries = [*entries, *_turns(locked, live, seats, everybody, arrived=arrived)]
    with prepared() as cursor:
        cursor.execute(
            _SAVE if locked.guard is None else _SAVE_GUARDED,
            {
                **_held(locked, live, keys),
                "round": locked.round_id,
                "state": live.dump(),
                "undo": codec.encode(live.undo),
                "version": live.version,
                "drawn": live.chance.drawn,
                "visible": _json(locked.visible),
                "glances": _json([*seats, everybody]),
                "at_ms": live.at_ms,
                "outcome": None if live.outcome is None else _json(live.outcome),
                "moves": _json(moves),
                "deadlines": _json(
                    [{"kind": d.kind, "seat": d.seat, "due_ms": due} for due, d in live.deadlines()]
                ),
                "entries": _json(entries),
                "ended": list(ended),
                "lasting": list(outbox.LASTING),
                "turn": outbox.TURN,
                "still": not live.new,
                "acted": [move.seat for move in live.new if move.seat is not None],
            },
        )
        row = cursor.fetchone()
        if row is None:
            raise Overtaken
        locked.rev, now_ms, acknowledged, owed = row
        clock.learn(now_ms)
        used = live.clocks.pauses.used
        if used != locked.pauses.used:
            cursor.execute(_SPEND, [list(used), list(used.values()), locked.match_id])
    locked.holders = [
        replace(holder, acknowledged=shown, order=None if holder.number in ended else holder.order)
        for holder, shown in zip(locked.holders, acknowledged, strict=True)
    ]
    return decode(owed, list[tuple[int, str, int]])


def _held(
    locked: LockedRound, live: live_round.LiveRound, keys: Mapping[int, tuple[str, str]]
) -> dict[str, Any]:
    """Return the parameters of a guard, which stores a single move of a person."""
    if locked.guard is None:
        return {}
    return {
        "rev": locked.rev,
        "now_ms": locked.now_ms,
        "database_ms": locked.guard.database_ms,
        "late_ms": locked.guard.late_ms,
        "looked_ms": locked.guard.looked_ms,
        "seat": live.new[0].seat,
        "key": keys[live.version][0],
    }


def _turns(
    locked: LockedRound,
    live: live_round.LiveRound,
    seats: Sequence[SeatSummary],
    everybody: SeatSummary,
    *,
    arrived: bool,
) -> Iterator[outbox.OutboxEntry]:
    """Yield a row for each person whose own page shows that the round waits for them.

    The row is fresh if the round did not wait for them before, or if these moves started a deadline
    of theirs. Things that a seat cannot see therefore change nothing for it. For a shared device
    only public facts count, because any of its players may read the notification.
    """
    if live.clocks.untimed:  # no person is waited for
        return
    since = 0 if arrived else live.new[0].at_ms if live.new else locked.now_ms + 1
    shared = at_shared_devices(locked.holders)
    began = {
        deadline.seat
        for _, deadline in live.deadlines()
        if deadline.since_ms >= since
        and deadline.visible_to(None if deadline.seat in shared else deadline.seat)
    }
    turn = outbox.OutboxEntry(outbox.TURN, None, locked.now_ms + outbox.GRACE_MS, [locked.now_ms])
    for holder, summary in zip(locked.holders, seats, strict=True):
        seat = holder.number
        shown = everybody if seat in shared else summary
        if holder.is_person and seat in shown.awaited:
            before = seat < len(locked.awaited) and locked.awaited[seat]
            yield replace(turn, seat=seat, fresh=not before or seat in began)


def _move_row(number: int, move: Recorded[Any], key: str, body: str) -> dict[str, Any]:
    return {
        "number": number,
        "seat": move.seat,
        "action": move.action,
        "events": move.events,
        "key": key,
        "body": body,
        "at_ms": move.at_ms,
    }


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
