"""End a match at which only bots are left, because no person would see its moves.

A match that counts goes on (`models.occupancy.are_given_up`).
"""

from __future__ import annotations

import uuid

from django.db import transaction
from django.db.models import F

from core import clock
from matches.models import Deadline, Match, Outbox, Round
from matches.store import lock_round, outbox
from matches.store.change_match import refresh_pages
from matches.store.lock_match import lock_match_and_round


def is_abandoned(locked: lock_round.LockedRound) -> bool:
    """Return whether only bots are left and no player came back before a public deadline ended.

    Until then the bots wait too, so the last player to leave has the time of a decision to come
    back.
    """
    live = locked.live
    assert live is not None
    return locked.is_given_up and any(late.deadline.visible_to(None) for late in live.late.values())


def abandon_match(match_id: uuid.UUID) -> None:
    """End a running match whose only person will not come back."""
    with transaction.atomic():
        match = lock_match_and_round(match_id)
        if match.status == Match.Status.RUNNING:
            end_match(match_id)
            refresh_pages(match)


def end_match(match_id: uuid.UUID) -> None:
    """End a match permanently; the caller notifies the pages."""
    Match.objects.filter(pk=match_id).update(status=Match.Status.ABORTED, changes=F("changes") + 1)
    Deadline.objects.filter(round__match_id=match_id).delete()
    owed = Outbox.objects.filter(round__match_id=match_id)
    owed.exclude(kind__in=outbox.LASTING).delete()
    newest = Round.objects.filter(match_id=match_id).latest("number")
    Outbox.objects.create(
        kind=outbox.MATCH_FINISHED, round=newest, version=newest.version, due_ms=clock.now_ms()
    )
