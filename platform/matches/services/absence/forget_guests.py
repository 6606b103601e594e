"""Guests who have not come back are forgotten; what they played stays readable.

Who gains by another's absence? Nobody: a guest for whom others play on is kept until the match is
over, and only tables at which no other person sits end with their guest.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from accounts.services.anonymise_user import anonymise_user
from core import clock
from core.refusals import Refused
from matches.engine.clocks import UNTIMED
from matches.models import Match, Seat, followed_seats
from matches.services.rounds import abandonment
from matches.services.seating.seats import leave_seat

BATCH = 500
"""Guests at once; each is a transaction of their own, so that a stop loses nothing."""


def forget_guests() -> int:
    """Forget guests for whom no match has waited since `GUEST_DAYS` days ago; how many.

    A table without a clock waits for nobody else, and goes with its guest; one at which a substitute plays
    on for the guest waits, too. A guest who has played stays in the match as a number, one who never did is deleted; what they
    said goes. Guests who are banned stay: their ban would go with them.
    """
    guests = list(_forgettable()[:BATCH])
    for guest in guests:
        _forget(guest)
    return len(guests)


def _forgettable() -> QuerySet[User]:
    today = datetime.fromtimestamp(clock.now_ms() / 1000, UTC).date()
    running = Seat.objects.filter(match__status=Match.Status.RUNNING)
    plays = running.filter(user=OuterRef("pk")).exclude(match__pace__has_key=UNTIMED)
    return User.objects.filter(
        ~Exists(plays),
        ~Exists(followed_seats(running.filter(dealt_to=OuterRef("pk")))),
        is_guest=True,
        is_active=True,
        seen_on__lt=today - timedelta(days=settings.GUEST_DAYS),
    ).order_by("pk")


def _forget(guest: User) -> None:
    # Others were forgotten first, for a while: this one may have come back.
    if not _forgettable().filter(pk=guest.pk).exists():
        return
    for seat in guest.seats.filter(match__status=Match.Status.OPEN):
        # Dealt or cleared meanwhile: what is to be done then is found at the next look.
        with suppress(Refused):
            leave_seat(seat.match_id, guest)
    alone = guest.seats.filter(match__pace__has_key=UNTIMED)
    for seat in alone.filter(match__status=Match.Status.RUNNING):
        abandonment.abandon_match(seat.match_id)
    # The condition once more: even now they may have come back.
    still = _forgettable().filter(pk=guest.pk)
    if guest.seats.exists() or guest.departures.exists():
        for each in still:
            anonymise_user(each)
    else:
        still.delete()
