"""Work that the server is behind with: turns that it owes bots and standing orders, time-outs, all else."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from core import clock
from matches.store import outbox

BUSY_MS = 2_000
"""A server that is later than this is busy: people notice."""

# A claimed row has been put off once a try: what is counted back from there is when it was owed at
# the latest. One that was tried in vain is a fault and no delay.
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
    """How many things should have been done by now, and how long (ms) the oldest has waited."""

    count: int
    oldest_ms: int


@dataclass(frozen=True, slots=True)
class Backlog:
    """The work that the server is behind with.

    `turns`: of bots, and looks at standing orders. `deadlines`: time-outs to be applied. `others`:
    everything else that is owed, such as rounds to be settled or dealt. `failing`: what was tried
    several times in vain and is tried on.
    """

    turns: Late
    deadlines: Late
    others: Late
    failing: int

    @property
    def busy(self) -> bool:
        """Whether there is more to do than is done in time."""
        return max(self.turns.oldest_ms, self.deadlines.oldest_ms, self.others.oldest_ms) > BUSY_MS


def measure() -> Backlog:
    """Measure what the server is behind with now: one statement, which reads the ends of two indexes."""
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
