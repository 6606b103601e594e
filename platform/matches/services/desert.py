"""A match at which only bots are left ends: nobody would see what they play."""

from __future__ import annotations

import uuid

from django.db.models import F

from matches import outbox, store
from matches.models import Deadline, Match, Outbox


def is_given_up(file: store.File) -> bool:
    """Whether nobody came back before time ran out, as everybody could see it run.

    Until then the bots wait, too: who left last has the time of a decision to think again.
    """
    desk = file.desk
    assert desk is not None
    return file.is_deserted and any(late.deadline.visible_to(None) for late in desk.late.values())


def end(match_id: uuid.UUID) -> None:
    """End a match for good; whoever calls tells the pages."""
    Match.objects.filter(pk=match_id).update(status=Match.Status.ABORTED, changes=F("changes") + 1)
    Deadline.objects.filter(round__match_id=match_id).delete()
    owed = Outbox.objects.filter(round__match_id=match_id)
    owed.exclude(kind__in=outbox.LASTING).delete()
