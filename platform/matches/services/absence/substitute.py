"""Somebody else takes over the seat of a person who is away, by a link that the table gives out."""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts.models import User
from accounts.people import check_is_no_bot
from core.refusals import refuse
from matches.models import Match, Seat, new_token
from matches.services.absence.departure import lock_running_match, somebody_else_plays
from matches.services.rounds.bot_takeover import end_departure
from matches.services.rounds.play import refresh_outbox
from matches.services.seating.seats import check_welcome


@transaction.atomic
def offer_seat(match_id: uuid.UUID, user: User, number: int) -> None:
    """Let whoever follows a link have the seat, for whoever sits there or is the host.

    Its holder may come back until somebody does. A second offer keeps the link of the first.

    Raises:
        Refused: `not_found`, `not_yours`, `not_away`, and those of `departure.lock_running_match`.
    """
    match = lock_running_match(match_id)
    if match.host_id != user.pk and not match.seats.filter(user=user).exists():
        raise refuse("not_yours")
    place = match.seats.filter(number=number).first()
    if place is None:
        raise refuse("not_found")
    if not place.stand_in:
        raise refuse("not_away")
    if place.offer is None:
        place.offer = new_token()
        place.save(update_fields=["offer"])
        somebody_else_plays(match, place)


def check_offer(match: Match, user: User | None, token: str) -> Seat:
    """The seat that this link offers, if this user, or a stranger, may have it.

    Raises:
        Refused: `not_found`, `already_seated`, `sent_away`, `has_arbitrated`, and those of
            `seats.check_welcome`.
    """
    place = match.seats.filter(offer=token).first()
    if place is None:
        raise refuse("not_found")
    if user is not None and match.seats.filter(user=user).exists():
        raise refuse("already_seated")
    if user is not None and user.pk in match.dismissed:
        raise refuse("sent_away")
    if user is not None and match.arbiters.filter(user=user).exists():
        raise refuse("has_arbitrated")
    if user is not None:
        check_welcome(match, user.pk, match.seats.values_list("user_id", flat=True))
    return place


def take_over(match_id: uuid.UUID, user: User, token: str) -> Seat:
    """Become the holder of a seat that is offered; who held it has nothing to do with it any more.

    Raises:
        Refused: `for_people`, those of `check_offer` and of `departure.lock_running_match`.
    """
    with transaction.atomic():
        check_is_no_bot(user)
        match = lock_running_match(match_id)
        place = check_offer(match, user, token)
        before = place.user_id
        assert before is not None, "a stand-in is for a person"
        place.user, place.stand_in, place.missed = user, "", 0
        place.invite, place.offer = token, None
        place.ready, place.nonce = False, ""
        place.save()
        end_departure(match_id, place.number, followed_by=user)
        if match.host_id == before:
            match.host = user
            match.save(update_fields=["host"])
        somebody_else_plays(match, place, before)
    refresh_outbox(match_id)
    return place
