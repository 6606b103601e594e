"""The sweep: within about a second it does all due work of every match, whichever process failed."""

from __future__ import annotations

from django.db import connection

from core import clock, metrics
from matches.services.clock import downtime
from matches.services.rounds import deadlines
from matches.store import outbox

_OWED = f"""
SELECT {clock.NOW_SQL}, least((SELECT min(due_ms) FROM matches_deadline),
    (SELECT min(due_ms) FROM matches_outbox)),
  EXISTS (SELECT FROM matches_downtime WHERE next_match IS NOT NULL)
"""


def is_owed() -> bool:
    """Return whether there is work to sweep: one statement, which reads the ends of two indexes."""
    with connection.cursor() as cursor:
        cursor.execute(_OWED)
        now_ms, due_ms, is_uncredited = cursor.fetchone()
    return is_uncredited or (due_ms is not None and due_ms <= clock.from_database(now_ms))


def sweep_matches() -> None:
    """Apply due deadlines, credit the time of a downtime, and send overdue rows."""
    metrics.SWEPT.labels("deadlines").inc(deadlines.apply_due_deadlines())
    metrics.SWEPT.labels("downtimes").inc(downtime.credit_downtime())
    metrics.SWEPT.labels("outbox").inc(outbox.send_overdue())
