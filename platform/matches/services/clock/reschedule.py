"""Recompute due times after a change of the time that counts."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Least

from core import clock
from matches.models import Deadline, Match, Outbox
from matches.services.rounds import orders
from matches.services.rounds.play import apply_due
from matches.store import outbox
from matches.store.change_match import count_change
from matches.store.lock_match import lock_match_and_round


@transaction.atomic
def reschedule_match(match_id: uuid.UUID) -> None:
    """Recompute the deadlines of this match by its present clocks; a deadline that was due stays
    due.

    Pages that show one of them reload, and reminders are moved.
    """
    if reschedule_later(match_id):
        turns = Outbox.objects.filter(round__match=match_id, kind=outbox.TURN)
        turns.update(due_ms=Least(F("due_ms"), clock.now_ms() + outbox.GRACE_MS))
        orders.hasten(match_id)


@transaction.atomic
def reschedule_later(match_id: uuid.UUID) -> bool:
    """Recompute the deadlines of this match after a change that makes none of them due sooner.

    Reminders need no change then, because none comes too late. Return whether any deadline moved.
    """
    match = lock_match_and_round(match_id)
    before = _running(match)
    apply_due(match_id)
    moved = _running(match) != before
    if moved:
        count_change(match)
    return moved


@transaction.atomic
def reschedule_for(*, user_id: int, **_: object) -> None:
    """Recompute the deadlines of all running matches in which this user has a seat."""
    running = Match.objects.filter(status=Match.Status.RUNNING, seats__user_id=user_id)
    # A fixed order, so that two transactions that lock several tables cannot deadlock.
    for match_id in running.order_by("pk").values_list("pk", flat=True):
        reschedule_match(match_id)


def _running(match: Match) -> set[tuple[Any, ...]]:
    rows = Deadline.objects.filter(round__match=match)
    return set(rows.values_list("round_id", "kind", "seat", "due_ms"))
