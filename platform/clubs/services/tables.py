"""Open a table for the members of a club, and sit down there."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction

from accounts.models import User
from clubs import access
from clubs.models import Club, ClubTable
from clubs.present.table_circle import is_refused
from clubs.services.lock_club import lock_club
from clubs.topics import announce_club
from core.refusals import refused
from lobby.services.lay_table import lay_table
from matches.models import Match
from matches.services.seating.seats import take_seat


@transaction.atomic
def open_table(club_id: int, host: User, game: str, **wanted: Any) -> Match:
    """Open a table that the club's page lists. `wanted`: the other arguments of `lay_table`.

    Raises:
        Refused: `not_found`, `members_only`, and those of `lay_table`.
    """
    club = lock_club(club_id)
    access.check_inside(host, club)
    match = lay_table(host, game, **wanted | {"public": False})
    ClubTable.objects.create(club=club, match=match)
    announce_club(club.pk)
    return match


def list_rematch(*, before_id: uuid.UUID, match_id: uuid.UUID, host_id: int, **_: object) -> None:
    """List the rematch of a table of a club on the club's page too, if a member opened it."""
    before = ClubTable.objects.filter(match=before_id).select_related("club").first()
    if before is not None and access.members_among(before.club, [host_id]):
        ClubTable.objects.create(club=before.club, match_id=match_id)
        announce_club(before.club_id)


def check_table(club: Club, user: User, match_id: uuid.UUID) -> None:
    """Check that a member may go to a table of the club, where no player blocks them.

    Raises:
        Refused: `members_only`, `no_match`.
    """
    access.check_inside(user, club)
    if not club.tables.filter(match=match_id).exists():
        raise refused("no_match")
    if is_refused(user, match_id):
        raise refused("no_match")


def sit_down(club: Club, user: User, match_id: uuid.UUID) -> None:
    """Take a free seat at a table of the club.

    Raises:
        Refused: those of `check_table` and of `take_seat`.
    """
    check_table(club, user, match_id)
    take_seat(match_id, user)
    announce_club(club.pk)
