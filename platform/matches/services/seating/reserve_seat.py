"""Keep a seat for a user before the cards are dealt: by name, or by a link of its own."""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts import names
from accounts.find_people import people_called
from accounts.models import User
from accounts.services import reach
from core import rate_limits
from core.line_fields import tidy_line
from core.refusals import refused
from core.signals import seat_kept
from matches import limits
from matches.models import Match, Seat, new_token
from matches.services.seating.seats import (
    free_seat,
    lock_hosted_seat,
    lock_open_match,
    may_keep_for,
)
from matches.store.change_match import count_change


def friend_called(name: str) -> User:
    """Return the user with this name in any equivalent spelling, or who had it until recently.

    Raises:
        Refused: `name_missing`, `nobody_called`.
    """
    name = names.tidy_name(tidy_line(name))
    if not name:
        raise refused("name_missing")
    friend = people_called(name).filter(is_active=True).first()
    if friend is None:
        raise refused("nobody_called", name=name[: names.LONGEST])
    return friend


@transaction.atomic
def reserve_for(match_id: uuid.UUID, host: User, number: int, friend: User) -> None:
    """Keep the seat for this friend only; this also cancels an earlier dismissal.

    Raises:
        Refused: `seat_taken`, `sits_there`, `unblock_first`, `not_asked_here`, `rate_limited`, and
        those
            of `seats.lock_hosted_seat`.
    """
    match, place = _vacant(match_id, host, number)
    if friend.pk in reach.apart(host.pk, [friend.pk]).blocked:
        raise refused("unblock_first", name=friend.name)
    if friend.pk != host.pk and not may_keep_for(match, host.pk, [friend.pk]):
        raise refused("not_asked_here", name=friend.name)
    if match.seats.filter(user=friend).exists():
        raise refused("sits_there", name=friend.name)
    kept_before = list(match.seats.filter(kept_for=friend))
    if not kept_before:  # the friend was already notified about another seat at the same table
        rate_limits.check_attempts(limits.kept_seats(host.pk, friend.pk))
    for before in kept_before:
        free_seat(before)
    free_seat(place)
    place.kept_for = friend
    place.save(update_fields=["kept_for"])
    match.dismissed = [user_id for user_id in match.dismissed if user_id != friend.pk]
    match.save(update_fields=["dismissed"])
    count_change(match)
    seat_kept.send(sender=None, user_id=friend.pk, match_id=match.pk)


@transaction.atomic
def decline_seat(match_id: uuid.UUID, user: User) -> None:
    """Free the seat that is kept for this user for everyone.

    Raises:
        Refused: `not_found`, and those of `seats.lock_open_match`.
    """
    match = lock_open_match(match_id)
    kept = list(match.seats.filter(kept_for=user))
    if not kept:
        raise refused("not_found")
    for place in kept:
        free_seat(place)
    count_change(match)


@transaction.atomic
def reserve_by_link(match_id: uuid.UUID, host: User, number: int) -> str:
    """Keep the seat for the holder of a new link; return the link's token.

    Raises:
        Refused: `seat_taken`, and those of `seats.lock_hosted_seat`.
    """
    match, place = _vacant(match_id, host, number)
    free_seat(place)
    place.invite = new_token()
    place.save(update_fields=["invite"])
    count_change(match)
    return place.invite


def _vacant(match_id: uuid.UUID, host: User, number: int) -> tuple[Match, Seat]:
    """Return the match and a seat that no person holds; a bot there makes room."""
    match, place = lock_hosted_seat(match_id, host, number)
    if place.user_id is not None:
        raise refused("seat_taken")
    return match, place
