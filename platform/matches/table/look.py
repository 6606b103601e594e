"""One look at a match with one of its rounds: all that the server knows of it, in one statement."""

from __future__ import annotations

import uuid
from typing import NamedTuple

from django.db import connection

from accounts.columns import USERS
from core import clock
from matches.table.outbox import NEXT_ROUND
from matches.table.rows import fetch
from matches.table.store import CLOCKS


class Row(NamedTuple):
    """A match with one of its rounds, as `find` finds it; what is JSON is text still.

    `opening`, `dealt_at_ms` and `moves` leave out what this process knows already.
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
    state: str | None
    undo: str
    dealt_at_ms: int | None
    opening: str | None
    seats: str
    earlier: str | None
    moves: str | None
    announced: str | None
    departures: str | None
    corrections: str | None
    arbiters: str | None


_LOOK = f"""
SELECT {clock.NOW_SQL} AS now_ms, m.game, m.rules_id, m.status, m.host_id, m.public, m.rated, m.talk,
  m.quick, m.invite, m.tempo, m.pace, m.changes, m.dismissed, m.target,
  (SELECT a.id FROM matches_match a WHERE m.status = 'finished'
    AND a.rematch_of_id = m.id AND a.status <> 'aborted' LIMIT 1) AS rematch_id,
  m.result, m.occasion, {CLOCKS} AS clocks,
  r.id AS round_id, r.number AS round_number, r.commitment, r.visible, r.version, r.at_ms, r.seed,
  r.nonces, r.drawn,
  CASE WHEN r.start IS NOT NULL THEN r.state END AS state,
  CASE WHEN r.start IS NOT NULL THEN r.undo ELSE '' END AS undo,
  CASE WHEN r.id IS DISTINCT FROM %(known)s THEN (r.start->>'at_ms')::bigint END AS dealt_at_ms,
  CASE WHEN r.id IS DISTINCT FROM %(known)s THEN r.opening END AS opening,
  (SELECT jsonb_agg(jsonb_build_object('number', s.number, 'user_id', s.user_id,
      'name', coalesce(u.name, s.bot_name), 'is_guest', coalesce(u.is_guest, false),
      'is_active', coalesce(u.is_active, false), 'epoch', coalesce(u.epoch, 0), 'bot', s.bot,
      'ready', s.ready OR s.bot <> '' OR s.stand_in <> '', 'acknowledged', s.acknowledged,
      'kept_for_id', s.kept_for_id, 'kept_for', coalesce(k.name, ''),
      'invite', coalesce(s.invite, ''), 'declared', s.declared, 'stand_in', s.stand_in,
      'offer', coalesce(s.offer, ''),
      'order', CASE WHEN g.id IS NOT NULL THEN jsonb_build_array(g.name, g.until) END,
      'missed', s.missed) ORDER BY s.number)
    FROM matches_seat s LEFT JOIN {USERS} u ON u.id = s.user_id
    LEFT JOIN matches_standingorder g ON g.round_id = r.id AND g.seat = s.number
      AND g.user_id = s.user_id
    LEFT JOIN {USERS} k ON k.id = s.kept_for_id WHERE s.match_id = m.id) AS seats,
  CASE WHEN r.number > 1 THEN (SELECT jsonb_agg(b.outcome ORDER BY b.number)
    FROM matches_round b WHERE b.match_id = m.id AND b.number < r.number) END AS earlier,
  (SELECT jsonb_agg(jsonb_build_object('number', v.number, 'at_ms', v.at_ms, 'events', v.events)
      ORDER BY v.number)
    FROM matches_move v WHERE v.round_id = r.id AND v.number <= r.version
    AND v.number > CASE WHEN r.id = %(known)s THEN %(version)s ELSE 0 END) AS moves,
  CASE WHEN r.outcome IS NOT NULL THEN (SELECT jsonb_build_object('number', n.number,
      'commitment', n.commitment, 'due_ms', o.due_ms)
    FROM matches_round n LEFT JOIN matches_outbox o ON o.round_id = n.id AND o.kind = '{NEXT_ROUND}'
    WHERE n.match_id = m.id AND n.number = r.number + 1 AND n.start IS NULL) END AS announced,
  (SELECT jsonb_agg(jsonb_build_object('why', d.why, 'back_at', d.back_at, 'name', g.name,
      'followed_by', f.name) ORDER BY d.id)
    FROM matches_departure d JOIN {USERS} g ON g.id = d.user_id
    LEFT JOIN {USERS} f ON f.id = d.followed_by_id WHERE d.match_id = m.id) AS departures,
  (SELECT jsonb_agg(jsonb_build_object('kind', c.kind, 'round', c.round,
      'changes', coalesce(c.facts->'changes', '[]'), 'reason', c.reason,
      'undone', c.undone_reason) ORDER BY c.id)
    FROM matches_correction c WHERE c.match_id = m.id) AS corrections,
  (SELECT jsonb_agg(jsonb_build_object('name', w.name, 'is_here', x.ended_at IS NULL) ORDER BY x.id)
    FROM matches_arbiter x JOIN {USERS} w ON w.id = x.user_id WHERE x.match_id = m.id) AS arbiters
FROM matches_match m JOIN matches_round r ON r.match_id = m.id
"""
_NEWEST = """
WHERE m.id = %(match)s AND (r.number = 1 OR r.start IS NOT NULL) ORDER BY r.number DESC LIMIT 1
"""
_NUMBERED = "WHERE m.id = %(match)s AND r.number = %(number)s"


def find(match_id: uuid.UUID, number: int | None, *, known: int | None, version: int) -> Row | None:
    """The match with the round of this number, or its present one; None: there is no such round.

    `known`: the id of the round of which all is known up to the move number `version`.
    """
    wanted = {"match": match_id, "number": number, "known": known, "version": version}
    with connection.cursor() as cursor:
        cursor.execute(_LOOK + (_NEWEST if number is None else _NUMBERED), wanted)
        rows = fetch(cursor, Row)
    return rows[0] if rows else None
