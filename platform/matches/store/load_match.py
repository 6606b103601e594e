"""Looking a table up: all that the server knows of it, in one statement, and of one moment.

Plain SQL, of which this process leaves out what it knows already.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection

from accounts.sql_columns import USERS
from core import clock
from core.refusals import Refused, refuse
from games.kernel.contract import Event, Outcome, Standing, Target
from matches.engine import catalogue, live_round, replay, stored_values
from matches.engine.clocks import ClockPauses
from matches.models import Match, Round
from matches.store import shared_sql
from matches.store.history import NEWEST, Happened, History, Older
from matches.store.lock_round import LockedRound
from matches.store.outbox import NEXT_ROUND
from matches.store.recent_looks import Look, newest_look, remember_look
from matches.store.rows import decode, fetch, prepared
from matches.store.snapshot import Announced, ArbiterView, Away, Corrected, SeatView, Table


def load_table(match_id: uuid.UUID, number: int | None = None) -> Table:
    """A match with its present round, or the one of this number, and what happened in it.

    One statement, so that all of it is of one moment. What this process knows already of the
    present round is not fetched again: the log only grows.

    Raises:
        Refused: `no_match`, `no_round`.
    """
    known = newest_look(match_id) if number is None else None
    row = _find(match_id, number, known)
    if row is None:
        raise _missing(match_id, number)
    found = _table(match_id, row, None if known is None else known.table)
    # What a transaction sees may never have happened for anybody else.
    if number is None and found.live is not None and not connection.in_atomic_block:
        remember_look(Look(found, row.round_stamp, row.match_stamp))
    return found


def table_after(locked: LockedRound) -> Table | None:
    """The table after work on its round, without another look; None if there has to be one.

    To be called when the transaction is over: then it is known here what was done and nothing else
    has been. Seats and clocks are those under the lock.
    """
    known, live = locked.known, locked.live
    if known is None or live is None or connection.in_atomic_block:
        return None
    if known.table.departures or known.table.arbiters:  # whose names may have changed
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
    remember_look(Look(table, locked.stamp, known.match_stamp))
    return table


def load_table_of_round(round_id: int) -> Table:
    """A match with the round of this id, also one that is not the present one.

    Raises:
        Round.DoesNotExist: there is no such round.
    """
    match_id, number = Round.objects.values_list("match_id", "number").get(pk=round_id)
    return load_table(match_id, number)


def _missing(match_id: uuid.UUID, number: int | None) -> Refused:
    if number is None or not Match.objects.filter(pk=match_id).exists():
        return refuse("no_match")
    return refuse("no_round", number=number)


class _Row(NamedTuple):
    """A match with one of its rounds, as `_find` finds it; what is JSON is text still.

    `state`, `undo`, `opening`, `dealt_at_ms` and `moves` leave out what this process knows already.
    """

    now_ms: int
    game: str
    rules_id: int
    status: str
    host_id: int | None
    public: bool
    rated: bool
    talk: str
    quick: bool
    invite: str
    tempo: str
    pace: str
    changes: int
    dismissed: str
    target: str
    rematch_id: uuid.UUID | None
    result: str | None
    occasion: str
    sealed_until: datetime | None
    clocks: str
    round_id: int
    round_number: int
    commitment: str
    visible: str
    version: int
    at_ms: int
    seed: bytes
    nonces: str
    drawn: int
    dealt: bool
    state: str | None
    undo: str | None
    dealt_at_ms: int | None
    opening: str | None
    seats: str
    earlier: str | None
    moves: str | None
    announced: str | None
    departures: str | None
    corrections: str | None
    arbiters: str | None
    round_stamp: str
    match_stamp: str


_LOOK = f"""
SELECT {clock.NOW_SQL} AS now_ms, m.game, m.rules_id, m.status, m.host_id, m.public, m.rated, m.talk,
  m.quick, m.invite, m.tempo, m.pace, m.changes, m.dismissed, m.target,
  (SELECT a.id FROM matches_match a WHERE m.status = 'finished'
    AND a.rematch_of_id = m.id AND a.status <> 'aborted' LIMIT 1) AS rematch_id,
  m.result, m.occasion, m.sealed_until, {shared_sql.CLOCKS} AS clocks,
  r.id AS round_id, r.number AS round_number, r.commitment, r.visible, r.version, r.at_ms, r.seed,
  r.nonces, r.drawn, r.start IS NOT NULL AS dealt,
  CASE WHEN {shared_sql.ROUND_STAMP} IS DISTINCT FROM %(stamp)s THEN r.state END AS state,
  CASE WHEN {shared_sql.ROUND_STAMP} IS DISTINCT FROM %(stamp)s THEN r.undo END AS undo,
  CASE WHEN r.id IS DISTINCT FROM %(known)s THEN (r.start->>'at_ms')::bigint END AS dealt_at_ms,
  CASE WHEN r.id IS DISTINCT FROM %(known)s THEN r.opening END AS opening,
  ({shared_sql.seats()}) AS seats,
  CASE WHEN r.number > 1 THEN (SELECT jsonb_agg(b.outcome ORDER BY b.number)
    FROM matches_round b WHERE b.match_id = m.id AND b.number < r.number) END AS earlier,
  (SELECT jsonb_agg(jsonb_build_object('number', v.number, 'at_ms', v.at_ms, 'events', v.events)
      ORDER BY v.number)
    FROM matches_move v WHERE v.round_id = r.id AND v.number <= r.version
    AND v.number > CASE WHEN r.id = %(known)s THEN %(version)s ELSE r.version - %(newest)s END) AS moves,
  CASE WHEN r.outcome IS NOT NULL THEN (SELECT jsonb_build_object('number', n.number,
      'commitment', n.commitment, 'due_ms', o.due_ms)
    FROM matches_round n LEFT JOIN matches_outbox o ON o.round_id = n.id AND o.kind = '{NEXT_ROUND}'
    WHERE n.match_id = m.id AND n.number = r.number + 1 AND n.start IS NULL) END AS announced,
  (SELECT jsonb_agg(jsonb_build_object('why', d.why, 'seat', d.seat, 'back_at', d.back_at,
      'name', g.name, 'followed_by', f.name, 'agreed', d.agreed, 'asked_at', d.asked_at,
      'objected', d.objected) ORDER BY d.id)
    FROM matches_departure d JOIN {USERS} g ON g.id = d.user_id
    LEFT JOIN {USERS} f ON f.id = d.followed_by_id WHERE d.match_id = m.id) AS departures,
  (SELECT jsonb_agg(jsonb_build_object('kind', c.kind, 'round', c.round,
      'changes', coalesce(c.facts->'changes', '[]'), 'reason', c.reason,
      'undone', c.undone_reason) ORDER BY c.id)
    FROM matches_correction c WHERE c.match_id = m.id) AS corrections,
  (SELECT jsonb_agg(jsonb_build_object('name', w.name, 'is_here', x.ended_at IS NULL) ORDER BY x.id)
    FROM matches_arbiter x JOIN {USERS} w ON w.id = x.user_id WHERE x.match_id = m.id) AS arbiters,
  {shared_sql.ROUND_STAMP} AS round_stamp, {shared_sql.MATCH_STAMP} AS match_stamp
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
    def read(before: int, most: int | None) -> list[Happened]:
        first = 1 if most is None else max(1, before - most)
        with prepared() as cursor:
            cursor.execute(_OLDER, {"round": round_id, "first": first, "before": before})
            (raw,) = cursor.fetchone()
        happened = decode(raw, list[Happened], empty="[]")
        return [deal, *happened] if first == 1 else happened

    return read


def _find(match_id: uuid.UUID, number: int | None, known: Look | None) -> _Row | None:
    """The match with the round of this number, or its present one; None: there is no such round."""
    wanted = {
        "match": match_id,
        "number": number,
        "known": None if known is None else known.table.round_id,
        "version": 0 if known is None else known.table.version,
        "stamp": None if known is None else known.round_stamp,
        "newest": NEWEST,
    }
    with prepared() as cursor:
        cursor.execute(_LOOK + (_NEWEST if number is None else _NUMBERED), wanted)
        rows = fetch(cursor, _Row)
    return rows[0] if rows else None


def _table(match_id: uuid.UUID, row: _Row, known: Table | None) -> Table:
    now_ms = clock.from_database(row.now_ms)
    pauses = ClockPauses.read(decode(row.clocks, dict[str, Any]), now_ms)
    pace = decode(row.pace, dict[str, int])
    live, history = None, History()
    if row.dealt:
        live = live_round.load_round(
            row.rules_id,
            row.state,
            replay.key_of(row.seed, decode(row.nonces, list[str])),
            row.drawn,
            pace,
            row.version,
            row.at_ms,
            pauses,
            row.undo,
            known=None if known is None else known.live,
        )
        happened = decode(row.moves, list[Happened], empty="[]")
        if row.opening is not None and row.dealt_at_ms is not None:
            deal = Happened(0, row.dealt_at_ms, decode(row.opening, tuple[Event, ...]))
            if len(happened) == row.version:
                history = History([deal, *happened])
            else:
                history = History(happened, older=_older(row.round_id, deal))
        elif known is not None:
            history = History(happened, before=known.history)
    return Table(
        match_id=match_id,
        meta=catalogue.game_of(row.game).meta,
        status=row.status,
        host_id=row.host_id,
        public=row.public,
        rated=row.rated,
        talk=row.talk,
        quick=row.quick,
        invite=row.invite,
        tempo=row.tempo,
        pace=pace,
        changes=row.changes,
        rules_id=row.rules_id,
        dismissed=decode(row.dismissed, list[int]),
        rematch_id=row.rematch_id,
        target=decode(row.target, Target),
        earlier=decode(row.earlier, list[Outcome], empty="[]"),
        next=None if row.announced is None else decode(row.announced, Announced),
        seats=decode(row.seats, list[SeatView]),
        round_id=row.round_id,
        round_number=row.round_number,
        commitment=row.commitment,
        visible=decode(row.visible, list[int]),
        version=row.version,
        live=live,
        history=history,
        pauses=pauses,
        departures=decode(row.departures, list[Away], empty="[]"),
        corrections=decode(row.corrections, list[Corrected], empty="[]"),
        result=None if row.result is None else decode(row.result, Standing),
        arbiters=decode(row.arbiters, list[ArbiterView], empty="[]"),
        occasion=decode(row.occasion, dict[str, Any]),
        sealed_until=row.sealed_until,
        now_ms=now_ms,
    )
