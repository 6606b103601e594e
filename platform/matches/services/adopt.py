"""A guest signs in to an account: what was the guest's is the account's from now on."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from matches.models import Match, Seat
from matches.services import talk
from matches.services.seats import changed


@transaction.atomic
def adopt(*, guest_id: int, user_id: int, **_: object) -> int:
    """Give the account the guest's seats, kept seats, tables and words, finished matches included.

    Where the account sits itself the guest's seat stays the guest's: nobody plays two hands.
    Returns how many such seats there are.
    """
    seats = Seat.objects.filter(Q(user_id=guest_id) | Q(kept_for_id=guest_id))
    matches = Match.objects.filter(Q(pk__in=seats.values("match")) | Q(host_id=guest_id))
    left = 0
    # In one order, so that two who lock several tables never wait for each other.
    for match in matches.select_for_update().order_by("pk"):
        is_seated = match.seats.filter(user_id=guest_id).exists()
        if match.seats.filter(user_id=user_id).exists():
            left += is_seated
        else:
            match.seats.filter(user_id=guest_id).update(user_id=user_id)
            match.seats.filter(dealt_to_id=guest_id).update(dealt_to_id=user_id)
            match.departures.filter(user_id=guest_id).update(user_id=user_id)
            match.seats.filter(kept_for_id=guest_id).update(kept_for_id=user_id)
        if match.host_id == guest_id:
            match.host_id = user_id
            match.save(update_fields=["host"])
        changed(match, guest_id)
    talk.hand_on(guest_id, user_id)
    return left
