"""Take somebody who can play no more from their seats: a bot plays on, or the seat is free.

Who gains by another's absence? The others at the table, as where somebody leaves: a bot of the game's
middle level plays to win. Whoever sat there may not be the one who shuts somebody out
(`moderation`), so no opponent brings the absence about.
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
    """Take this user from every table where others would wait for them; doing it twice is harmless.

    Seats that are kept for them are free for everybody again.
    """
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    _give_back(Q(kept_for=user))
    for seat in Seat.objects.filter(_PLAYS, user=user).select_related("match").order_by("match"):
        # Dealt, cleared or over meanwhile: the next look finds what is left to do.
        with suppress(Refused):
            if seat.match.status == Match.Status.OPEN:
                leave_seat(seat.match_id, user)
            else:
                leave_match(seat.match_id, user)


def free_kept_seats(*, user_id: int, other_id: int, **_: object) -> None:
    """Free the seats that are kept for one of these two where the other is met: a block came between them."""
    after_commit(_give_back, _kept_near(user_id, other_id) | _kept_near(other_id, user_id))


def _kept_near(user_id: int, other_id: int) -> Q:
    """Seats kept for the first by the other, or at a table where the other sits and not everybody is let in."""
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
    """Vacate the seats of all who can play no more, and still sit somewhere or have a seat kept for them."""
    _give_back(Q(kept_for__is_active=False))
    waited_for = Seat.objects.filter(_PLAYS, user__is_active=False)
    for user_id in waited_for.values_list("user_id", flat=True).distinct():
        assert user_id is not None
        vacate_seats(user_id=user_id)
