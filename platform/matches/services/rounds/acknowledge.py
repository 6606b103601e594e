"""Record the moments that a seat's page has shown."""

from __future__ import annotations

import uuid

from matches import models


def acknowledge_version(match_id: uuid.UUID, user_id: int, shown: int) -> None:
    """Record that the page of this user's seat has shown everything up to this version.

    The record never moves back.
    """
    round_ = models.Round.objects.filter(match_id=match_id).order_by("-number").first()
    seat = models.Seat.objects.filter(match_id=match_id, user_id=user_id).first()
    if round_ is None or seat is None:
        return
    changes = models.Match.objects.values_list("changes", flat=True).get(pk=match_id)
    count = min(shown - changes, round_.visible[seat.number + 1])
    models.Seat.objects.filter(pk=seat.pk, acknowledged__lt=count).update(acknowledged=count)
