"""The state of a match for a user who holds a seat, for apps that notify users elsewhere."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import Any

from django.db import connection

from games.kernel.contract import Seat


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """The state of a match for the user who holds a seat.

    `status`: of the match. `due_ms`: until when it waits for the user, as far as they may see it.
    On a shared device these are public facts, because all its players may read them. `has_moved`:
    the user has acted there. `has_seen_result`: of a match that is over.
    """

    seat: Seat
    status: str
    is_awaited: bool
    due_ms: int | None
    has_moved: bool
    has_seen_result: bool


_STATUS = """
SELECT s.number, m.status, r.glance, (SELECT min(d.due_ms) FROM matches_deadline d
  WHERE d.round_id = r.id AND d.seat = s.number AND o.shared IS NOT TRUE),
  EXISTS (SELECT 1 FROM matches_move v JOIN matches_round n ON n.id = v.round_id
    WHERE n.match_id = s.match_id AND v.seat = s.number),
  s.final IS NOT NULL AND s.acknowledged >= s.final
FROM matches_seat s JOIN matches_match m ON m.id = s.match_id
CROSS JOIN LATERAL (
  SELECT bool_or(e.at_device_of_id IN (s.user_id, s.at_device_of_id)) AS shared, count(*)::int AS held
  FROM matches_seat e WHERE e.match_id = s.match_id
) o
CROSS JOIN LATERAL (
  SELECT n.id, n.glances -> CASE WHEN o.shared THEN o.held ELSE s.number END AS glance
  FROM matches_round n WHERE n.match_id = m.id ORDER BY n.number DESC LIMIT 1
) r
WHERE s.match_id = %s AND s.user_id = %s
"""


def seat_status(match_id: uuid.UUID, user_id: int) -> SeatStatus | None:
    """Return the state that this user's own page shows now; None if they have no seat there."""
    with connection.cursor() as cursor:
        cursor.execute(_STATUS, [match_id, user_id])
        row = cursor.fetchone()
    if row is None:
        return None
    seat, status, raw, own_ms, has_moved, has_seen_result = row
    glance: dict[str, Any] = json.loads(raw) if raw else {"awaited": [], "due_ms": None}
    # The user's own deadline may have changed since the last move. A deadline that they cannot see
    # has no time.
    due_ms = None if glance["due_ms"] is None else own_ms or glance["due_ms"]
    is_awaited = seat in glance["awaited"]
    return SeatStatus(seat, status, is_awaited, due_ms, has_moved, has_seen_result)
