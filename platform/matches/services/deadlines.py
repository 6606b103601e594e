"""The sweep: whatever is due in any round is done, whoever slept."""

from __future__ import annotations

from django.db import transaction

from core import clock
from matches.models import Deadline
from matches.services.play import apply_due


def sweep(limit: int = 200) -> int:
    """Apply what is due in every round, one transaction a round; how many rounds that were.

    Rounds that somebody is working on are left alone: whoever opens the door applies what is due.
    """
    with transaction.atomic():
        due = list(
            Deadline.objects.filter(due_ms__lte=clock.now_ms())
            .select_for_update(skip_locked=True, of=("self",))
            .order_by("due_ms")
            .values_list("round__match_id", flat=True)[:limit]
        )
    return sum(apply_due(match_id) for match_id in dict.fromkeys(due))
