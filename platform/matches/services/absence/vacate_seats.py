"""Remove a user who can no longer play from their seats: a bot plays on, or the seat becomes free.

Gain from another player's absence: the same as when a player leaves. A bot of the game's middle
level plays to win. A moderator who played in the match may not exclude a player (`moderation`), so
no opponent causes the absence.
"""

from __future__ import annotations

from contextlib import suppress

from django.db.models import Q

from accounts.models import User
from core.after_commit import after_commit
from core.refusals import Refused
from matches.models import Match, Seat
from matches.services.absence.departure import leave_match
from matches.services.seating.reserve_seat import decline_seat
from matches.services.seating.seats import leave_seat

_PLAYS = Q(match__status=Match.Status.OPEN) | Q(match__status=Match.Status.RUNNING, stand_in="")


def vacate_seats(*, user_id: int, **_: object) -> None:
    """Remove this user from every table where others would wait for them; a second call is
    harmless.

    Seats that are kept for them become free for everyone.
    """
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    _give_back(Q(kept_for=user))
    for seat in Seat.objects.filter(_PLAYS, user=user).select_related("match").order_by("match"):
        # Dealt, cleared or over in the meantime: the next sweep finds the rest.
        with suppress(Refused):
            if seat.match.status == Match.Status.OPEN:
                leave_seat(seat.match_id, user)
            else:
                leave_match(seat.match_id, user)


def free_kept_seats(*, user_id: int, other_id: int, **_: object) -> None:
    """Free the seats kept for one of these two users where they would meet, because one blocked the
    other.
    """
    after_commit(_give_back, _kept_near(user_id, other_id) | _kept_near(other_id, user_id))


def _kept_near(user_id: int, other_id: int) -> Q:
    """Return the condition for seats kept for the first user that the other would meet.

    The other is the table's host, or sits at a table that is not public.
    """
    seated = Seat.objects.filter(user=other_id, match__status=Match.Status.OPEN).values("match")
    met = Q(match__host=other_id) | Q(match__public=False, match__in=seated)
    return Q(kept_for=user_id) & met


def _give_back(kept: Q) -> None:
    waiting = Seat.objects.filter(kept, match__status=Match.Status.OPEN, kept_for__isnull=False)
    for seat in waiting.select_related("kept_for").order_by("match"):
        assert seat.kept_for is not None
        with suppress(Refused):
            decline_seat(seat.match_id, seat.kept_for)


def sweep_seats() -> None:
    """Vacate the seats, and the kept seats, of all users who can no longer play."""
    _give_back(Q(kept_for__is_active=False))
    waited_for = Seat.objects.filter(_PLAYS, user__is_active=False)
    for user_id in waited_for.values_list("user_id", flat=True).distinct():
        assert user_id is not None
        vacate_seats(user_id=user_id)
