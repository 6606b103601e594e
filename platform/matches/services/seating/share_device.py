"""Store on the server that several people share a device, beyond the session of that browser.

The device's owner then gets only public facts of such a match, in lists, notices and other
messages, because any player at the device may read them.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from matches.models import Seat


def share_device(match_id: uuid.UUID, owner_id: int, guests: Iterable[int]) -> None:
    """Record that these guests play with the device of this user.

    A second call changes nothing. Each hand-over calls it, for matches that are older than this
    record.
    """
    seats = Seat.objects.filter(match=match_id, user__in=list(guests), at_device_of=None)
    seats.exclude(user=owner_id).update(at_device_of=owner_id)
