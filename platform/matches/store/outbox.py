"""Outbox: work that the server must do after a move, and the Celery tasks that do it.

Apps of upper layers register a task for a kind of row when they are ready. A task gets the id of
the row and does its work. If the task stops before the end, the sweep sends the row again.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import F

from core import clock
from games.kernel.contract import Seat
from matches.engine import clocks
from matches.models import Outbox

log = logging.getLogger(__name__)

BOT_TURN = "bot_turn"
ORDER = "order"
"""A standing order of the seat may have an action to take (`services.rounds.orders`)."""
FORCED = "forced"
"""The seat of a person has a decision without a choice (`services.rounds.forced`)."""
ROUND_FINISHED = "round_finished"
CONTESTED = "contested"
"""Moves of the round ended disputes: their numbers, and the holders of the seats
(`rounds.contest`).
"""
NEXT_ROUND = clocks.NEXT_ROUND
"""The server deals an announced round at the due time."""

TURN = "turn"
"""The round waits for a person: the server notifies them now, and once more before the deadline
(see `save_round.save`).
"""
BEGUN, ENDED = "begun", "ended"
"""The match began or ended, and the server notifies its people."""
MATCH_FINISHED, CORRECTED = "match_finished", "corrected"
"""The match is over, or its result changed (the ids of corrections): `services.notify` passes this
on.
"""

TURNS = (BOT_TURN, ORDER, FORCED)
"""Rows for which the server acts for a seat, or checks whether to act. Time-outs wait for them."""

LASTING = (CONTESTED, BEGUN, MATCH_FINISHED, CORRECTED)
"""Rows that stay until their work is done. A later move deletes all other rows that are no longer
needed.
"""

RETRY_MS = 5_000
"""Time before a claimed row is sent again, in milliseconds."""
TRIES = 3
"""Number of tries to act for a seat before the server counts as failed."""
EARLY_MS = 50
"""Tolerance for a task that starts slightly before its due time by the database's clock, in
milliseconds.
"""
GRACE_MS = 15_000
"""Delay before a user is notified that the round waits for them, in milliseconds: most act before.
"""
SOON_MS = 10_000
"""Rows due within this time, in milliseconds, are sent at once; the sweep sends the later ones."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A row to write to the outbox.

    If it is not `fresh`, it is not written; an existing row stays as it is.
    """

    kind: str
    seat: Seat | None
    due_ms: int
    facts: Sequence[Any] = ()
    fresh: bool = True


_tasks: dict[str, Any] = {}
_early: dict[str, Any] = {}


def register(kind: str, task: Any, *, early: Any = None) -> None:
    """Register the Celery task that does the work of rows of this kind.

    `early` may prepare the work before it is due. It may be lost or run twice, so `task` must not
    depend on it.
    """
    _tasks[kind] = task
    if early is not None:
        _early[kind] = early


def is_known(kind: str) -> bool:
    """Return whether a task is registered for rows of this kind."""
    return kind in _tasks


def send_rows(rows: Iterable[tuple[int, str, int]], now_ms: int) -> None:
    """Send rows (id, kind, due time) to Celery, after the commit and again by the sweep.

    An error here must not undo the committed work. The sweep finds rows that could not be sent.
    """
    for pk, kind, due_ms in rows:
        wait = (due_ms - now_ms) / 1000
        if kind not in _tasks or wait > SOON_MS / 1000:
            continue
        try:
            if kind in _early and wait > 0:
                # Once the row is due, its own task computes the answer, so the early task can
                # expire.
                _early[kind].apply_async(args=[pk], expires=wait, retry=False)
            _tasks[kind].apply_async(args=[pk], countdown=max(0.0, wait), retry=False)
        except _tasks[kind].OperationalError:
            log.warning("the broker is not reachable; the sweep sends %s again", kind)
            return


def claim_row(pk: int) -> Outbox | None:
    """Claim a row to work on; return None if it is done, not yet due, or just claimed."""
    now = clock.now_ms()
    taken = Outbox.objects.filter(pk=pk, due_ms__lte=now + EARLY_MS).update(
        due_ms=now + RETRY_MS, attempts=F("attempts") + 1
    )
    return Outbox.objects.filter(pk=pk).first() if taken else None


def work_off(pk: int, work: Callable[[Outbox], int | None]) -> None:
    """Do the work of a row if it is still necessary and due.

    `work` returns when the row is due again, in milliseconds, or None if its work is done.
    """
    row = claim_row(pk)
    if row is None:
        return
    again_ms = work(row)
    if again_ms is None:
        mark_done(row)
    else:
        put_off(row, again_ms)


def mark_done(row: Outbox) -> None:
    """Delete this row because its work is done, unless a later move changed it in the meantime."""
    Outbox.objects.filter(pk=row.pk, version=row.version).delete()


def put_off(row: Outbox, due_ms: int) -> None:
    """Postpone the work of this row until then."""
    if Outbox.objects.filter(pk=row.pk, version=row.version).update(due_ms=due_ms, attempts=0):
        send_rows([(row.pk, row.kind, due_ms)], clock.now_ms())


def mark_tried_in_vain(match_id: uuid.UUID) -> None:
    """Stop the time-outs of this match from waiting for bot turns and standing orders."""
    Outbox.objects.filter(round__match=match_id, kind__in=TURNS).update(attempts=TRIES)


def send_overdue(limit: int = 200) -> int:
    """Send the overdue rows and return their number.

    Turns of bots come last, regardless of their number. A row that was just sent is not sent
    again, because it still waits in a queue. Duplicates would make a late server later.
    """
    now = clock.now_ms()
    overdue = Outbox.objects.filter(due_ms__lte=now).order_by("due_ms")
    columns = ("id", "kind", "due_ms")
    rows = [
        *overdue.exclude(kind=BOT_TURN).values_list(*columns)[:limit],
        *overdue.filter(kind=BOT_TURN).values_list(*columns)[:limit],
    ]
    # The marks are stored where the queues are, so a flush empties both.
    marks = {f"sent-{row[0]}-{row[2]}-{now // RETRY_MS}": row for row in rows}
    for mark in cache.get_many(marks):
        del marks[mark]
    send_rows(marks.values(), now)
    cache.set_many(dict.fromkeys(marks, 1), timeout=RETRY_MS // 1000)
    return len(marks)
