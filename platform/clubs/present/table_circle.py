"""The club of a table, on the page of the table."""

from __future__ import annotations

import uuid
from typing import NamedTuple

from django.urls import reverse

from accounts.models import User
from accounts.services import reach
from clubs.models import Club, ClubMember
from matches.models import Seat
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
    return Circle(found.name, path, is_inside and not is_refused(user, match_id))


def is_refused(user: User, match_id: uuid.UUID) -> bool:
    """Return whether a player of this table blocks this user."""
    seated = Seat.objects.filter(match=match_id, user__isnull=False).exclude(user=user)
    return bool(reach.apart(user.pk, seated.values_list("user_id", flat=True)).refusing)
