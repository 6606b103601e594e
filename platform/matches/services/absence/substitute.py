"""Somebody else plays on for a person who is away, by a link that the whole table gives out.

Who gains by another's absence? Whoever gets to see that hand as well as their own, and whoever has it
lose on purpose. So where a match counts nobody else sits there: a house bot plays on. Elsewhere it
takes the consent of all others at the table, time for the holder to object, and an account that no
other seat has anything to do with, nor its device. The holder may come back at any time. All of it
is asked when the substitute sits down, also of offers that were made under other rules.
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
    """Ask for somebody else to play on in a seat, or agree to that; when all do there is a link.

    Its holder is told, and may agree, too, or come back, or object.

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
            # Once a day at most, however often somebody asks and takes it back.
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
    """Agree no more that somebody else plays on in a seat; nobody can sit down there then.

    When nobody asks for it any more, its holder has all the time to object again.

    Raises:
        Refused: `not_found`, `not_yours`, `not_away` (a substitute sits there already, too), and those of
            `departure.lock_running_match`.
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
    """Say as the holder of a seat that nobody else is to sit there during this absence.

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
    """The seat that this link offers, if this user may have it now (None: a stranger may not).

    `device`: `devices.device_of` where they ask from.

    Raises:
        Refused: `not_found`, `already_seated`, `substitute_has_sat`, `substitute_at_device`,
            `sent_away`, `has_arbitrated`, `account_needed`, `not_all_agree`, `may_object`,
            `may_object_later`, those of `offer_seat` about the seat, and those of `seats.check_welcome`.
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
    """Become the holder of a seat that is offered, until its holder comes back.

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
    """Make sure that the holder of this seat, who has been asked then, has had the time to object."""
    table, asked_ms = load_table(match.pk), round(asked_at.timestamp() * 1000)
    ends_ms = substitution.objection_ends_ms(place.number, asked_ms, table.match.pace, table.pauses)
    if ends_ms is None:
        raise refused("may_object_later")
    if clock.now_ms() < ends_ms:
        raise refused("may_object", until=clock.as_datetime(ends_ms).isoformat())


def _locked_absence(match_id: uuid.UUID, user: User, number: int) -> tuple[Match, Seat, Departure]:
    """The match under its lock, a seat of it, and the absence from that; this user plays there, too."""
    match = lock_running_match(match_id)
    seat_of(match, user)
    place = match.seats.filter(number=number).first()
    if place is None:
        raise refused("not_found")
    return match, place, _absence_from(match, place)


def _places(match: Match) -> list[Seat]:
    return list(match.seats.select_related("user").order_by("number"))


def _absence_from(match: Match, place: Seat) -> Departure:
    """The absence that goes on now from this seat."""
    away = match.departures.filter(seat=place.number, back_at=None, followed_by=None).first()
    if not place.stand_in or away is None:
        raise refused("not_away")
    return away


def _check_allowed(match: Match, place: Seat, places: Sequence[Seat], away: Departure) -> None:
    if why := substitution.why_none(match, place.number, places, away):
        raise refused(why)


def _check_person(match: Match, user: User, place: Seat, device: str) -> None:
    """Make sure that this user has nothing to do with any other seat, and is welcome."""
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
    held = match.seats.values_list("user_id", "dealt_to_id")  # who may come back is met, too
    check_welcome(match, user.pk, (user_id for ids in held for user_id in ids))
