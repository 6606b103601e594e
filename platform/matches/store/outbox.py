"""Work that is owed after a move, and who does it: kinds of rows and their Celery tasks.

Apps above register a task for a kind when they are ready. A task gets the row's id and works it off;
if it dies half-way, the sweep sends it again.
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
"""A standing order of the seat may have something to do (`services.rounds.orders`)."""
ROUND_FINISHED = "round_finished"
CONTESTED = "contested"
"""Moves of the round ended disputes: their numbers, and who sat where (`rounds.contest`)."""
NEXT_ROUND = clocks.NEXT_ROUND
"""An announced round is dealt then."""

TURN = "turn"
"""A person is waited for: they are told, and once more before the deadline (see `save_round.save`)."""
BEGUN, ENDED = "begun", "ended"
"""The match began, or is over, and its people are told."""
MATCH_FINISHED, CORRECTED = "match_finished", "corrected"
"""The match is over, or counts otherwise (the ids of corrections): `services.notify` tells it."""

TURNS = (BOT_TURN, ORDER)
"""The server is to act for a seat, or to look whether it does; time-outs wait for it."""

LASTING = (CONTESTED, BEGUN, MATCH_FINISHED, CORRECTED)
"""Owed until it is done; other rows leave when a later move does not owe them any more."""

RETRY_MS = 5_000
"""How long a claimed row is left alone before it is sent for again."""
TRIES = 3
"""So often the server tries to act for a seat before it has failed to."""
EARLY_MS = 50
"""A countdown may ring a little before the database's clock says so."""
GRACE_MS = 15_000
"""A user who is waited for is told after this long: most play on before."""
SOON_MS = 10_000
"""What is due within this is sent for at once; for what is later the sweep is soon enough."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A row of the outbox to be written.

    One that is not `fresh` is not written anew: it stays if it is there.
    """

    kind: str
    seat: Seat | None
    due_ms: int
    facts: Sequence[Any] = ()
    fresh: bool = True


_tasks: dict[str, Any] = {}
_early: dict[str, Any] = {}


def register(kind: str, task: Any, *, early: Any = None) -> None:
    """Let this Celery task do what rows of this kind owe; `early` may prepare it before it is due.

    What prepares may be lost or come twice, so `task` must do without it.
    """
    _tasks[kind] = task
    if early is not None:
        _early[kind] = early


def is_known(kind: str) -> bool:
    """Whether somebody does what rows of this kind owe."""
    return kind in _tasks


def send_rows(rows: Iterable[tuple[int, str, int]], now_ms: int) -> None:
    """Hand rows (id, kind, due time) to Celery; after the commit, and again by the sweep.

    Nothing here may fail what was committed: what cannot be sent is found by the sweep.
    """
    for pk, kind, due_ms in rows:
        wait = (due_ms - now_ms) / 1000
        if kind not in _tasks or wait > SOON_MS / 1000:
            continue
        try:
            if kind in _early and wait > 0:
                # Once it is due, whoever does it thinks it out: nobody has to any more.
                _early[kind].apply_async(args=[pk], expires=wait, retry=False)
            _tasks[kind].apply_async(args=[pk], countdown=max(0.0, wait), retry=False)
        except _tasks[kind].OperationalError:
            log.warning("the broker is away; the sweep will send %s again", kind)
            return


def claim_row(pk: int) -> Outbox | None:
    """Take a row to work on; None if it is done, not yet due, or somebody just took it."""
    now = clock.now_ms()
    taken = Outbox.objects.filter(pk=pk, due_ms__lte=now + EARLY_MS).update(
        due_ms=now + RETRY_MS, attempts=F("attempts") + 1
    )
    return Outbox.objects.filter(pk=pk).first() if taken else None


def work_off(pk: int, work: Callable[[Outbox], int | None]) -> None:
    """Do what a row owes, if that is still owed and due.

    `work` returns when the row is due again, in milliseconds; None: what it owed is done.
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
    """Remove this row: what it owed is done, unless it has come to owe more meanwhile."""
    Outbox.objects.filter(pk=row.pk, version=row.version).delete()


def put_off(row: Outbox, due_ms: int) -> None:
    """Let what this row owes not be due before then."""
    if Outbox.objects.filter(pk=row.pk, version=row.version).update(due_ms=due_ms, attempts=0):
        send_rows([(row.pk, row.kind, due_ms)], clock.now_ms())


def mark_tried_in_vain(match_id: uuid.UUID) -> None:
    """Let time-outs of this match no longer wait for the turns that the server owes its seats."""
    Outbox.objects.filter(round__match=match_id, kind__in=TURNS).update(attempts=TRIES)


def send_overdue(limit: int = 200) -> int:
    """Send for what is overdue; how many rows that were.

    Bots come last, however many turns they are owed. What was sent for just now waits in a queue:
    to send for it each second would make a server that is late later still.
    """
    now = clock.now_ms()
    overdue = Outbox.objects.filter(due_ms__lte=now).order_by("due_ms")
    columns = ("id", "kind", "due_ms")
    rows = [
        *overdue.exclude(kind=BOT_TURN).values_list(*columns)[:limit],
        *overdue.filter(kind=BOT_TURN).values_list(*columns)[:limit],
    ]
    # Kept where the queues are: emptied, both are empty.
    marks = {f"sent-{row[0]}-{row[2]}-{now // RETRY_MS}": row for row in rows}
    for mark in cache.get_many(marks):
        del marks[mark]
    send_rows(marks.values(), now)
    cache.set_many(dict.fromkeys(marks, 1), timeout=RETRY_MS // 1000)
    return len(marks)
