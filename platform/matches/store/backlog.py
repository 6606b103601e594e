"""The backlog of the server: overdue turns of bots and standing orders, time-outs and other work."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from core import clock
from matches.store import outbox

BUSY_MS = 2_000
"""Delay from which the server counts as busy, in milliseconds: people notice it."""

# Each try puts a claimed row off once. Counting back from its due time gives the latest time at
# which its work was due. A row that failed every try is a fault, not a delay.
_OWED_MS = f"due_ms - attempts * {outbox.RETRY_MS}"
_BEHIND = f"""
WITH owed AS (
  SELECT kind IN {outbox.TURNS} AS turn, {_OWED_MS} AS owed_ms FROM matches_outbox
  WHERE due_ms <= %(now)s + {outbox.RETRY_MS} AND attempts < {outbox.TRIES}
    AND {_OWED_MS} <= %(now)s)
SELECT (SELECT count(*) FROM owed WHERE turn), (SELECT min(owed_ms) FROM owed WHERE turn),
  (SELECT count(*) FROM owed WHERE NOT turn), (SELECT min(owed_ms) FROM owed WHERE NOT turn),
  (SELECT count(*) FROM matches_deadline WHERE due_ms <= %(now)s),
  (SELECT min(due_ms) FROM matches_deadline WHERE due_ms <= %(now)s),
  (SELECT count(*) FROM matches_outbox WHERE attempts >= {outbox.TRIES})
"""


@dataclass(frozen=True, slots=True)
class Late:
    """The number of overdue items, and how long the oldest one has waited, in milliseconds."""

    count: int
    oldest_ms: int


@dataclass(frozen=True, slots=True)
class Backlog:
    """The work that the server is behind with.

    `turns`: turns of bots and checks of standing orders. `deadlines`: time-outs to apply. `others`:
    all other outbox rows, such as rounds to settle or to deal. `failing`: rows that failed several
    times and are still retried.
    """

    turns: Late
    deadlines: Late
    others: Late
    failing: int

    @property
    def busy(self) -> bool:
        """Return whether the work arrives faster than the server does it."""
        return max(self.turns.oldest_ms, self.deadlines.oldest_ms, self.others.oldest_ms) > BUSY_MS


def measure() -> Backlog:
    """Measure the backlog now: one statement, which reads the ends of two indexes."""
    now_ms = clock.now_ms()
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND, {"now": now_ms})
        turns, turn_ms, others, other_ms, deadlines, deadline_ms, failing = cursor.fetchone()
    return Backlog(
        turns=_late(turns, turn_ms, now_ms),
        deadlines=_late(deadlines, deadline_ms, now_ms),
        others=_late(others, other_ms, now_ms),
        failing=failing,
    )


def _late(count: int, since_ms: int | None, now_ms: int) -> Late:
    return Late(count, 0 if since_ms is None else now_ms - since_ms)
