"""Deadlines: find the time-outs that are due in any round, and apply them."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce

from core import clock
from matches.models import Deadline, Outbox
from matches.services.rounds.play import apply_due
from matches.store import outbox
from matches.store.change_match import count_change
from matches.store.lock_match import lock_match_and_round


def apply_due_deadlines(limit: int = 200) -> int:
    """Apply the time-outs due in every round, one transaction each; return the number of rounds.

    Locked rounds are skipped, because the transaction that works on them applies due time-outs.
    Rounds where the server owes a seat its turn first are skipped too (`pending.waits_for_server`).
    """
    owed = Outbox.objects.filter(
        Q(due_ms__lt=OuterRef("due_ms")) | Q(attempts__gt=0),
        # A deadline of the whole table has no seat.
        seat=Coalesce(OuterRef("seat"), F("seat")),
        round=OuterRef("round"),
        kind__in=outbox.TURNS,
        attempts__lt=outbox.TRIES,
    )
    with transaction.atomic():
        due = list(
            Deadline.objects.filter(~Exists(owed), due_ms__lte=clock.now_ms())
            .select_for_update(skip_locked=True, of=("self",))
            .order_by("due_ms")
            .values_list("round__match_id", flat=True)[:limit]
        )
    applied = {match_id: apply_due(match_id) for match_id in dict.fromkeys(due)}
    _tell_of_later(match_id for match_id, done in applied.items() if not done)
    return sum(applied.values())


def _tell_of_later(match_ids: Iterable[uuid.UUID]) -> None:
    """Refresh the pages of those of these matches in which no deadline is due now.

    A downtime has postponed their deadlines, and pages show them as run out.
    """
    for match_id in match_ids:
        with transaction.atomic():
            match = lock_match_and_round(match_id)
            rows = Deadline.objects.filter(round__match=match)
            if rows.exists() and not rows.filter(due_ms__lte=clock.now_ms()).exists():
                count_change(match)
