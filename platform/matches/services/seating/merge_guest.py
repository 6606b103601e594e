"""Move everything of a guest to the account to which they sign in."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet

from matches.models import Departure, Match, Pause, Seat
from matches.services import talk
from matches.services.clock.reschedule import reschedule_match
from matches.services.seating.seats import free_seat, free_seats_kept_in_vain, may_stay
from matches.store.change_match import count_change, refresh_lists
from matches.store.lock_match import lock_match_and_round


@transaction.atomic
def merge_guest(*, guest_id: int, user_id: int, **_: object) -> int:
    """Give the account the guest's seats, reserved seats, tables and messages.

    Finished matches, and matches that the guest has left, are included.

    At a match where the account has had a seat itself, the guest's seat stays the guest's, because
    no user plays two hands. Return the number of seats that the guest still holds.
    """
    left = 0
    # A fixed order, so that two transactions that lock several tables cannot deadlock.
    for match_id in _tables(guest_id).order_by("pk").values_list("pk", flat=True):
        match = lock_match_and_round(match_id)
        _carry_dismissal(match, guest_id, user_id)
        if match.seats.filter(Q(user_id=user_id) | Q(dealt_to_id=user_id)).exists():
            left += match.seats.filter(user_id=guest_id).exists()
        else:
            _transfer(match, guest_id, user_id)
        if match.host_id == guest_id:
            match.host_id = user_id
            match.save(update_fields=["host"])
        if match.status == Match.Status.OPEN:
            free_seats_kept_in_vain(match)
        refresh_lists(match_id, guest_id)
        count_change(match)
    talk.transfer_guest(guest_id, user_id)
    return left


def _tables(guest_id: int) -> QuerySet[Match]:
    """Return the matches where the guest has or had a seat, may take one, or is the host."""
    seats = Seat.objects.filter(
        Q(user_id=guest_id) | Q(dealt_to_id=guest_id) | Q(kept_for_id=guest_id)
    )
    gone = Departure.objects.filter(Q(user_id=guest_id) | Q(followed_by_id=guest_id))
    return Match.objects.filter(
        Q(pk__in=seats.values("match"))
        | Q(pk__in=gone.values("match"))
        | Q(host_id=guest_id)
        | Q(dismissed__contains=guest_id)
    )


def _carry_dismissal(match: Match, guest_id: int, user_id: int) -> None:
    """Apply a dismissal of the guest or of the account to the other one too.

    Before the deal, a guest leaves a seat at a table from which the account was sent away.
    """
    if guest_id in match.dismissed and user_id not in match.dismissed:
        match.dismissed.append(user_id)
        match.save(update_fields=["dismissed"])
    place = match.seats.filter(user_id=guest_id).first()
    is_open = match.status == Match.Status.OPEN
    if is_open and place is not None and not may_stay(match, user_id):
        free_seat(place)


def _transfer(match: Match, guest_id: int, user_id: int) -> None:
    for name in ("user_id", "dealt_to_id", "kept_for_id", "at_device_of_id"):
        match.seats.filter(**{name: guest_id}).update(**{name: user_id})
    for name in ("user_id", "followed_by_id"):
        match.departures.filter(**{name: guest_id}).update(**{name: user_id})
    for away in match.departures.filter(agreed__contains=guest_id):
        away.agreed = sorted({*away.agreed, user_id} - {guest_id})
        away.save(update_fields=["agreed"])
    pause: Pause | None = match.pauses.filter(ends_ms__isnull=True).first()
    if pause is not None and guest_id in pause.agreed:
        pause.agreed = sorted({*pause.agreed, user_id} - {guest_id})
        pause.save(update_fields=["agreed"])
    if match.status == Match.Status.RUNNING:
        reschedule_match(match.pk)  # the account has hours of its own
