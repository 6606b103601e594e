"""The lock of a club, which every change of the club takes first."""

from __future__ import annotations

from clubs.models import Club
from core.refusals import refused


def lock_club(club_id: int) -> Club:
    """Lock a club until the transaction ends, and return it.

    Raises:
        Refused: `not_found`.
    """
    found = Club.objects.select_for_update().filter(pk=club_id).first()
    if found is None:
        raise refused("not_found")
    return found
