"""The sweep: whatever is due in any round is done, whoever slept."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce

from core import clock
from matches.models import Deadline, Outbox
from matches.services.rounds.play import apply_due
from matches.table import outbox


def apply_due_deadlines(limit: int = 200) -> int:
    """Apply the time-outs that are due in every round, one transaction each; how many rounds.

    Rounds that somebody is working on are left alone: whoever opens the door applies what is due.
    So are those where the server owes a seat its turn first (`pending.waits_for_server`).
    """
    owed = Outbox.objects.filter(
        Q(due_ms__lt=OuterRef("due_ms")) | Q(attempts__gt=0),
        # What presses the whole table has no seat.
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
    return sum(apply_due(match_id) for match_id in dict.fromkeys(due))
