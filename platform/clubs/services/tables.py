"""Open a table for the members of a club, sit down there, and watch."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

from django.db import transaction
from django.urls import reverse

from accounts.models import User
from accounts.services import reach
from clubs import access
from clubs.models import Club, ClubMember, ClubTable
from clubs.services.lock_club import lock_club
from clubs.topics import announce_club
from core.refusals import refused
from lobby.services.lay_table import lay_table
from matches.models import Match, Seat
from matches.services.seating.seats import take_seat
from matches.store.rows import fetch, prepared
from matches.web.circles import Circle


class _ClubOfTable(NamedTuple):
    """The club of a table, and the role of a user in it, if any."""

    name: str
    slug: str
    entrance: str
    role: str | None


# Every page of a table asks it, and most tables have no club.
_CLUB_OF_TABLE = """
SELECT c.name, c.slug, c.entrance, r.role
FROM clubs_clubtable t JOIN clubs_club c ON c.id = t.club_id
LEFT JOIN clubs_clubmember r ON r.club_id = c.id AND r.user_id = %(user)s
WHERE t.match_id = %(match)s
"""


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
    if _is_refused(user, match_id):
        raise refused("no_match")


def circle_of_table(match_id: uuid.UUID, user: User) -> Circle | None:
    """Return the club of a table, if this user sees that club; its members may watch."""
    with prepared() as cursor:
        cursor.execute(_CLUB_OF_TABLE, {"user": user.pk, "match": match_id})
        rows = fetch(cursor, _ClubOfTable)
    if not rows:
        return None
    (found,) = rows
    is_inside = found.role in ClubMember.INSIDE
    if found.entrance == Club.Entrance.LINK and not is_inside:
        return None
    path = reverse("clubs:club", args=[found.slug])
    return Circle(found.name, path, is_inside and not _is_refused(user, match_id))


def _is_refused(user: User, match_id: uuid.UUID) -> bool:
    """Return whether a player of this table blocks this user."""
    seated = Seat.objects.filter(match=match_id, user__isnull=False).exclude(user=user)
    return bool(reach.apart(user.pk, seated.values_list("user_id", flat=True)).refusing)


def sit_down(club: Club, user: User, match_id: uuid.UUID) -> None:
    """Take a free seat at a table of the club.

    Raises:
        Refused: those of `check_table` and of `take_seat`.
    """
    check_table(club, user, match_id)
    take_seat(match_id, user)
    announce_club(club.pk)
