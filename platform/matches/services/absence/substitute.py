"""Let a substitute play for an absent player, by a link that the whole table hands out.

Gain from another player's absence: a player could see that hand besides their own, or make it lose
on purpose. In a match that counts, only a house bot therefore plays on. Elsewhere a substitute
needs the consent of all others at the table, and the holder has time to object. The substitute
needs an account without a link to another seat or its device. The holder may come back at any time.
All of this is checked when the substitute sits down, even if other rules applied to the offer.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.bot_accounts import check_is_no_bot
from accounts.models import User
from accounts.services import devices
from core import clock
from core.refusals import refused
from matches.engine import substitution
from matches.models import Departure, Match, Seat, new_token
from matches.services.absence.departure import (
    begin_as_holder,
    lock_running_match,
    people_of,
    seat_of,
    somebody_else_plays,
)
from matches.services.absence.tell_of_absence import tell_of_absence
from matches.services.rounds.bot_takeover import end_departure
from matches.services.rounds.play import refresh_outbox
from matches.services.seating.seats import check_welcome
from matches.store.load_match import load_table


@transaction.atomic
def offer_seat(match_id: uuid.UUID, user: User, number: int) -> None:
    """Request a substitute for a seat, or agree to one; there is a link once all agree.

    The seat's holder is notified, and may agree too, come back, or object.

    Raises:
        Refused: `for_people`, `not_found`, `not_yours`, `not_away`, `no_substitute`,
            `no_substitute_at_device`, `substitute_unwanted`, and those of
            `departure.lock_running_match`.
    """
    check_is_no_bot(user)
    match, place, away = _locked_absence(match_id, user, number)
    places = _places(match)
    _check_allowed(match, place, places, away)
    away.agreed = sorted({*away.agreed, user.pk})
    if away.asked_at is None:
        away.asked_at = clock.now()
        if place.user_id != user.pk:
            # At most once a day, even if players request and withdraw repeatedly.
            tell_of_absence(
                away, place.user_id, "wanted", again=f" {away.asked_at.date().isoformat()}"
            )
    away.save(update_fields=["agreed", "asked_at"])
    if place.offer is None and not substitution.still_asked(places, number, away.agreed):
        place.offer = new_token()
        place.save(update_fields=["offer"])
    somebody_else_plays(match, place)


@transaction.atomic
def take_consent_back(match_id: uuid.UUID, user: User, number: int) -> None:
    """Withdraw the consent to a substitute in a seat; no user can then sit down there.

    When the last consent is withdrawn, the holder's time to object starts over.

    Raises:
        Refused: `not_found`, `not_yours`, `not_away` (also if a substitute sits there already), and
        those
            of `departure.lock_running_match`.
    """
    match, place, away = _locked_absence(match_id, user, number)
    if user.pk not in away.agreed:
        return
    away.agreed = [one for one in away.agreed if one != user.pk]
    if not away.agreed:
        away.asked_at = None
    away.save(update_fields=["agreed", "asked_at"])
    if substitution.still_asked(_places(match), number, away.agreed):
        place.offer = None
        place.save(update_fields=["offer"])
    somebody_else_plays(match, place)


@transaction.atomic
def object_to_substitute(match_id: uuid.UUID, user: User) -> None:
    """Object, as the holder of a seat, to any substitute during this absence.

    Raises:
        Refused: `not_yours`, `not_away`, and those of `departure.lock_running_match`.
    """
    match = lock_running_match(match_id)
    place = seat_of(match, user)
    away = _absence_from(match, place)
    away.objected = True
    away.save(update_fields=["objected"])
    place.offer = None
    place.save(update_fields=["offer"])
    somebody_else_plays(match, place)


def check_offer(match: Match, user: User | None, token: str, device: str) -> Seat:
    """Return the seat that this link offers, if this user may have it now (None: a visitor may
    not).

    `device`: `devices.device_of` of the request.

    Raises:
        Refused: `not_found`, `already_seated`, `substitute_has_sat`, `substitute_at_device`,
            `sent_away`, `has_arbitrated`, `account_needed`, `not_all_agree`, `may_object`,
            `may_object_later`, those of `offer_seat` about the seat, and those of
            `seats.check_welcome`.
    """
    place = match.seats.filter(offer=token).first()
    if place is None:
        raise refused("not_found")
    places = _places(match)
    away = _absence_from(match, place)
    _check_allowed(match, place, places, away)
    if user is not None:
        _check_person(match, user, place, device)
    if user is None or user.is_guest:
        raise refused("account_needed")
    if away.asked_at is None or substitution.still_asked(places, place.number, away.agreed):
        raise refused("not_all_agree")
    if place.user_id not in away.agreed:
        _check_time_is_up(match, place, away.asked_at)
    return place


def take_over(match_id: uuid.UUID, user: User, token: str, device: str) -> Seat:
    """Become the holder of an offered seat, until its original holder comes back.

    Raises:
        Refused: `for_people`, those of `check_offer` and of `departure.lock_running_match`.
    """
    with transaction.atomic():
        check_is_no_bot(user)
        match = lock_running_match(match_id)
        place = check_offer(match, user, token, device)
        left, away = place.user_id, _absence_from(match, place)
        place.user, place.invite = user, token
        end_departure(match_id, place.number, followed_by=user)
        tell_of_absence(away, place.dealt_to_id, "followed", name=user.name)
        if left != place.dealt_to_id:
            tell_of_absence(away, left, "replaced", name=user.name)
        begin_as_holder(match, place, left)
    refresh_outbox(match_id)
    return place


def _check_time_is_up(match: Match, place: Seat, asked_at: datetime) -> None:
    """Check that the holder's time to object, which began at `asked_at`, has ended."""
    table, asked_ms = load_table(match.pk), round(asked_at.timestamp() * 1000)
    ends_ms = substitution.objection_ends_ms(place.number, asked_ms, table.match.pace, table.pauses)
    if ends_ms is None:
        raise refused("may_object_later")
    if clock.now_ms() < ends_ms:
        raise refused("may_object", until=clock.as_datetime(ends_ms).isoformat())


def _locked_absence(match_id: uuid.UUID, user: User, number: int) -> tuple[Match, Seat, Departure]:
    """Return the match, locked, a seat of it, and the absence from that seat. The user must play
    there.
    """
    match = lock_running_match(match_id)
    seat_of(match, user)
    place = match.seats.filter(number=number).first()
    if place is None:
        raise refused("not_found")
    return match, place, _absence_from(match, place)


def _places(match: Match) -> list[Seat]:
    return list(match.seats.select_related("user").order_by("number"))


def _absence_from(match: Match, place: Seat) -> Departure:
    """Return the present absence from this seat."""
    away = match.departures.filter(seat=place.number, back_at=None, followed_by=None).first()
    if not place.stand_in or away is None:
        raise refused("not_away")
    return away


def _check_allowed(match: Match, place: Seat, places: Sequence[Seat], away: Departure) -> None:
    if why := substitution.why_none(match, place.number, places, away):
        raise refused(why)


def _check_person(match: Match, user: User, place: Seat, device: str) -> None:
    """Check that this user has no link to any other seat, and may join the table."""
    if match.seats.filter(user=user).exists():
        raise refused("already_seated")
    others = people_of(match, but=place.number)
    if user.pk in others:
        raise refused("substitute_has_sat")
    if devices.is_one_of_theirs(device, user, others):
        raise refused("substitute_at_device")
    if user.pk in match.dismissed:
        raise refused("sent_away")
    if match.arbiters.filter(user=user).exists():
        raise refused("has_arbitrated")
    held = match.seats.values_list(
        "user_id", "dealt_to_id"
    )  # a player who may come back counts too
    check_welcome(match, user.pk, (user_id for ids in held for user_id in ids))
