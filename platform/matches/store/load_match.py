"""Load a table in one statement, so that everything in it is from the same moment.

The module uses plain SQL. It does not fetch values that this process has cached.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from django.db import connection

from accounts.sql_columns import USERS
from core import clock
from core.refusals import Refused, refused
from games.kernel.contract import Event
from matches.engine import stored_values
from matches.engine.clocks import ClockPauses
from matches.models import Match, Round
from matches.store import shared_sql
from matches.store.history import NEWEST, Happened, History, Older
from matches.store.lock_round import LockedRound
from matches.store.outbox import NEXT_ROUND
from matches.store.recent_looks import Look, newest_look, queried, remember_look
from matches.store.rows import columns, decode, fetch, prepared
from matches.store.snapshot import MatchFacts, SeatView, Table
from matches.store.stored_round import STORED_ROUND, StoredRound


def load_table(match_id: uuid.UUID, number: int | None = None) -> Table:
    """Return a match with its present round, or with the round of this number, and its events.

    One statement reads everything, so it is all from the same moment. It does not fetch the cached
    part of the present round again, because the log only grows.

    Raises:
        Refused: `no_match`, `no_round`.
    """
    known = newest_look(match_id) if number is None else None
    row = _find(match_id, number, known)
    if row is None:
        raise _missing(match_id, number)
    found = _table(row, None if known is None else known.table)
    # A transaction may still be rolled back, so its view of the table must not reach the cache.
    if number is None and found.live is not None and not connection.in_atomic_block:
        remember_look(Look(found, row.round.rev))
    return found


def table_after(locked: LockedRound) -> Table | None:
    """Return the table after work on its round without a query, or None if a query is necessary.

    Call it after the transaction has ended. At that point this process has all changes of the
    round, and the row is unchanged since. Seats and clocks are those read under the lock.
    """
    known, live = locked.known, locked.live
    if known is None or live is None or connection.in_atomic_block:
        return None
    if known.table.match.departures or known.table.match.arbiters:  # names in them may have changed
        return None
    first = live.version - len(live.new) + 1
    happened = [
        Happened(number, move.at_ms, stored_values.events_of(stored_values.to_json(move.events)))
        for number, move in enumerate(live.new, first)
    ]
    pauses = live.clocks.pauses
    table = replace(
        known.table,
        seats=msgspec.convert(locked.holders, list[SeatView], from_attributes=True),
        visible=locked.visible,
        version=live.version,
        live=live.anew(pauses),
        history=History(happened, before=known.table.history),
        pauses=pauses,
        now_ms=locked.now_ms,
    )
    remember_look(Look(table, locked.rev))
    return table


def load_table_of_round(round_id: int) -> Table:
    """Return a match with the round of this id, which need not be the present one.

    Raises:
        Round.DoesNotExist: no round has this id.
    """
    match_id, number = Round.objects.values_list("match_id", "number").get(pk=round_id)
    return load_table(match_id, number)


def _missing(match_id: uuid.UUID, number: int | None) -> Refused:
    if number is None or not Match.objects.filter(pk=match_id).exists():
        return refused("no_match")
    return refused("no_round", number=number)


class _LookRow(NamedTuple):
    """A match with one of its rounds, as `_find` returns it.

    `opening`, `dealt_at_ms` and `moves` omit the parts that this process has cached.
    """

    match: MatchFacts
    round: StoredRound
    commitment: str
    visible_before: list[int]
    seats: list[SeatView]
    clocks: dict[str, Any]
    now_ms: int
    dealt_at_ms: int | None
    opening: tuple[Event, ...] | None
    moves: list[Happened]


MATCH_FACTS = columns(
    MatchFacts,
    "m",
    match_id="m.id",
    rematch_id="""
  (SELECT a.id FROM matches_match a WHERE m.status = 'finished'
    AND a.rematch_of_id = m.id AND a.status <> 'aborted' LIMIT 1)""",
    earlier="""
  coalesce(CASE WHEN r.number > 1 THEN (SELECT jsonb_agg(b.outcome ORDER BY b.number)
    FROM matches_round b WHERE b.match_id = m.id AND b.number < r.number) END, '[]')""",
    next_round=f"""
  CASE WHEN r.outcome IS NOT NULL THEN (SELECT jsonb_build_object('number', n.number,
      'commitment', n.commitment, 'due_ms', o.due_ms)
    FROM matches_round n LEFT JOIN matches_outbox o ON o.round_id = n.id AND o.kind = '{NEXT_ROUND}'
    WHERE n.match_id = m.id AND n.number = r.number + 1 AND n.start IS NULL) END""",
    departures=f"""
  coalesce((SELECT jsonb_agg(jsonb_build_object('why', d.why, 'seat', d.seat, 'back_at', d.back_at,
      'name', g.name, 'followed_by', f.name, 'agreed', d.agreed, 'asked_at', d.asked_at,
      'objected', d.objected) ORDER BY d.id)
    FROM matches_departure d JOIN {USERS} g ON g.id = d.user_id
    LEFT JOIN {USERS} f ON f.id = d.followed_by_id WHERE d.match_id = m.id), '[]')""",
    corrections="""
  coalesce((SELECT jsonb_agg(jsonb_build_object('kind', c.kind, 'round', c.round,
      'changes', coalesce(c.facts->'changes', '[]'), 'reason', c.reason,
      'undone', c.undone_reason) ORDER BY c.id)
    FROM matches_correction c WHERE c.match_id = m.id), '[]')""",
    arbiters=f"""
  coalesce((SELECT jsonb_agg(jsonb_build_object('name', w.name, 'is_here', x.ended_at IS NULL)
      ORDER BY x.id)
    FROM matches_arbiter x JOIN {USERS} w ON w.id = x.user_id WHERE x.match_id = m.id), '[]')""",
)
"""The columns of `MatchFacts`. A change of their sources raises `rev` (see `recent_looks`)."""

_LOOK_COLUMNS = columns(
    _LookRow,
    "r",
    match=MATCH_FACTS,
    round=STORED_ROUND,
    visible_before=shared_sql.VISIBLE_BEFORE,
    seats=f"({shared_sql.seats()})",
    clocks=shared_sql.CLOCKS,
    now_ms=clock.NOW_SQL,
    dealt_at_ms="CASE WHEN r.id IS DISTINCT FROM %(known)s THEN (r.start->>'at_ms')::bigint END",
    opening="CASE WHEN r.id IS DISTINCT FROM %(known)s THEN r.opening END",
    moves="""
  coalesce((SELECT jsonb_agg(jsonb_build_object('number', v.number, 'at_ms', v.at_ms,
      'events', v.events) ORDER BY v.number)
    FROM matches_move v WHERE v.round_id = r.id AND v.number <= r.version
    AND v.number > CASE WHEN r.id = %(known)s THEN %(version)s ELSE r.version - %(newest)s END), '[]')""",
)
_LOOK = f"""
SELECT {_LOOK_COLUMNS}
FROM matches_match m JOIN matches_round r ON r.match_id = m.id
"""
_NEWEST = """
WHERE m.id = %(match)s AND (r.number = 1 OR r.start IS NOT NULL) ORDER BY r.number DESC LIMIT 1
"""
_NUMBERED = "WHERE m.id = %(match)s AND r.number = %(number)s"


_OLDER = """
SELECT jsonb_agg(jsonb_build_object('number', v.number, 'at_ms', v.at_ms, 'events', v.events)
  ORDER BY v.number)
FROM matches_move v WHERE v.round_id = %(round)s AND v.number >= %(first)s AND v.number < %(before)s
"""


def _older(round_id: int, deal: Happened) -> Older:
    def read_older(before: int, most: int | None) -> list[Happened]:
        first = 1 if most is None else max(1, before - most)
        with prepared() as cursor:
            cursor.execute(_OLDER, {"round": round_id, "first": first, "before": before})
            (raw,) = cursor.fetchone()
        happened = decode(raw, list[Happened], empty="[]")
        return [deal, *happened] if first == 1 else happened

    return read_older


def _find(match_id: uuid.UUID, number: int | None, known: Look | None) -> _LookRow | None:
    """Return the match with the round of this number, or its present one; None if it does not
    exist.
    """
    wanted = {
        "match": match_id,
        "number": number,
        "newest": NEWEST,
        **queried(known),
    }
    with prepared() as cursor:
        cursor.execute(_LOOK + (_NEWEST if number is None else _NUMBERED), wanted)
        rows = fetch(cursor, _LookRow)
    return rows[0] if rows else None


def _table(row: _LookRow, known: Table | None) -> Table:
    match, round_ = row.match, row.round
    now_ms = clock.from_database(row.now_ms)
    pauses = ClockPauses.from_row(row.clocks, now_ms)
    return Table(
        match=match,
        seats=row.seats,
        round_id=round_.round_id,
        round_number=round_.number,
        commitment=row.commitment,
        visible=round_.visible,
        visible_before=row.visible_before,
        version=round_.version,
        live=round_.load(
            match.rules_id, match.pace, pauses, known=None if known is None else known.live
        ),
        history=_history(row, known) if round_.dealt else History(),
        pauses=pauses,
        now_ms=now_ms,
    )


def _history(row: _LookRow, known: Table | None) -> History:
    if row.opening is not None and row.dealt_at_ms is not None:
        deal = Happened(0, row.dealt_at_ms, row.opening)
        if len(row.moves) == row.round.version:
            return History([deal, *row.moves])
        return History(row.moves, older=_older(row.round.round_id, deal))
    return History() if known is None else History(row.moves, before=known.history)
