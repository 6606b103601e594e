"""SQL that the lock and the read of a table share: a match is `m` there, and its round `r`."""

from __future__ import annotations

from accounts import sql_columns

_SLOW = "m.pace @? '$.* ? (@ >= 1800000)'"
"""Condition that a decision may take an hour, with a bank of half an hour; hours count for no
other.
"""

CLOCKS = f"""
jsonb_build_object(
  'seats', (SELECT jsonb_agg(jsonb_build_object('seat', cs.number, 'used_ms', cs.bank_used_ms,
      'plays', cs.user_id IS NOT NULL AND cs.stand_in = '',
      'own', CASE WHEN cs.user_id IS NOT NULL AND {_SLOW} THEN (
        SELECT jsonb_build_object('hours', {sql_columns.hours_sql("cu")}, 'before', cu.hours_before,
          'vacations', {sql_columns.vacations_sql("cu")})
        FROM {sql_columns.USERS} cu WHERE cu.id = cs.user_id) END))
    FROM matches_seat cs WHERE cs.match_id = m.id),
  'stops', (SELECT coalesce(jsonb_agg(jsonb_build_array(x.begins_ms, x.ends_ms)), '[]') FROM (
    SELECT begins_ms, ends_ms FROM matches_pause WHERE match_id = m.id AND begins_ms IS NOT NULL
    UNION ALL SELECT begins_ms, ends_ms FROM matches_downtime
      WHERE ends_ms > extract(epoch from m.started_at) * 1000) x),
  'proposed', (SELECT agreed FROM matches_pause WHERE match_id = m.id AND begins_ms IS NULL),
  'beat_ms', (SELECT min(at_ms) FROM matches_heartbeat)
)
"""
"""The columns that `matches.engine.clocks.ClockPauses` reads."""

COUNTS = "(m.rated OR m.occasion <> '{}' OR m.sealed_until IS NOT NULL)"
"""As `matches.engine.substitution.counts_beyond_table`."""

VISIBLE_BEFORE = """
coalesce((SELECT b.visible FROM matches_round b WHERE b.match_id = m.id AND b.number = r.number - 1), '[]')
"""
"""The value of `visible` at the end of the round before; empty in the first round."""

FOLLOWED = """
d.match_id = s.match_id AND d.seat = s.number AND d.user_id = s.dealt_to_id
  AND s.user_id IS DISTINCT FROM d.user_id AND d.followed_by_id IS NOT NULL AND d.back_at IS NULL
"""
"""Condition that a substitute plays in the seat `s` for its original player, who is away (a
departure `d`), or did so to the end. The match then stays in that player's lists.
"""


def seats(more: str = "", joins: str = "") -> str:
    """Return a query for the seats as JSON, as `snapshot.SeatView` reads them.

    `more`: further facts of a seat `s`, which need these `joins`.
    """
    return f"""
SELECT jsonb_agg(jsonb_build_object('number', s.number, 'user_id', s.user_id,
    'name', coalesce(u.name, s.bot_name), 'is_guest', coalesce(u.is_guest, false),
    'is_active', coalesce(u.is_active, false), 'picture', coalesce(u.picture, ''),
    'epoch', coalesce(u.epoch, 0), 'bot', s.bot,
    'ready', s.ready OR s.bot <> '' OR s.stand_in <> '', 'acknowledged', s.acknowledged,
    'kept_for_id', s.kept_for_id, 'kept_for', coalesce(k.name, ''),
    'invite', coalesce(s.invite, ''), 'declared', s.declared, 'stand_in', s.stand_in,
    'offer', coalesce(s.offer, ''), 'is_program', coalesce(u.is_bot, false),
    'at_device_of_id', s.at_device_of_id,
    'returns_id', CASE WHEN s.user_id IS DISTINCT FROM s.dealt_to_id THEN (
      SELECT d.user_id FROM matches_departure d WHERE {FOLLOWED} LIMIT 1) END,
    'order', CASE WHEN o.id IS NOT NULL THEN jsonb_build_array(o.name, o.until) END,
    'missed', s.missed, 'reading_pace', coalesce(u.reading_pace, 100){more}) ORDER BY s.number)
  FROM matches_seat s LEFT JOIN {sql_columns.USERS} u ON u.id = s.user_id
  LEFT JOIN {sql_columns.USERS} k ON k.id = s.kept_for_id
  LEFT JOIN matches_standingorder o ON o.round_id = r.id AND o.seat = s.number
    AND o.user_id = s.user_id
  {joins}
  WHERE s.match_id = m.id"""
