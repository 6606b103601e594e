"""Delete guests who have not come back; their matches stay readable.

Gain from another player's absence: none. A guest for whom others play on is kept until the match is
over. Only tables without another person end with their guest.
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
"""Number of guests at once; each is a transaction of its own, so that a stop loses no work."""


def forget_guests() -> int:
    """Delete guests for whom no match has waited since `GUEST_DAYS` days ago; return their number.

    A table without a clock has no other person and ends with its guest. A table at which a
    substitute plays for the guest still waits for them. A guest who has played stays in the match
    as a number, and other guests are deleted. Their messages are deleted. Banned guests stay,
    because deleting them would end their ban.
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
    # Deleting the others took a while, so this guest may have come back.
    if not _forgettable().filter(pk=guest.pk).exists():
        return
    for seat in guest.seats.filter(match__status=Match.Status.OPEN):
        # The cards were dealt or the table was cleared in the meantime: the next run does the rest.
        with suppress(Refused):
            leave_seat(seat.match_id, guest)
    alone = guest.seats.filter(match__pace__has_key=UNTIMED)
    for seat in alone.filter(match__status=Match.Status.RUNNING):
        abandonment.abandon_match(seat.match_id)
    # Check the condition once more: the guest may have come back even now.
    still = _forgettable().filter(pk=guest.pk)
    if guest.seats.exists() or guest.departures.exists():
        for each in still:
            anonymise_user(each)
    else:
        still.delete()
