"""Several people play with one device: the server knows it too, and not that browser's session alone.

Lists, notices and whatever else reaches the device's owner tell of such a match what everybody may
know: whoever has the device in hand reads along.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from matches.models import Seat


def share_device(match_id: uuid.UUID, owner_id: int, guests: Iterable[int]) -> None:
    """Write down that these guests play with the device of this user.

    Doing it twice changes nothing; it is done at each hand-over, for matches that began before seats knew.
    """
    seats = Seat.objects.filter(match=match_id, user__in=list(guests), at_device_of=None)
    seats.exclude(user=owner_id).update(at_device_of=owner_id)
