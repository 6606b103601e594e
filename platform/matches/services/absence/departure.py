"""Leave a running match, and come back: meanwhile a bot plays the seat, or a substitute.

Who gains by another's absence? The others at the table play a bot of the game's middle level, which
knows that seat's hand and nothing else, and plays to win. Its place counts for whoever was dealt to, who may take
the seat back at any moment, whoever plays there by then. Who leaves gains nothing: they answer for
what the bot gets, and their profile tells that they left. So where the match counts bots play it to its
end, whoever has left as well.
"""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts.models import User
from core import clock
from core.after_commit import after_commit
from core.refusals import refused
from core.signals import player_changed
from matches.engine import catalogue
from matches.engine.clocks import UNTIMED
from matches.models import Departure, Match, Seat
from matches.services.absence.tell_of_absence import tell_of_absence
from matches.services.rounds import abandonment, start
from matches.services.rounds.bot_takeover import end_departure, level_of, note_departure
from matches.services.rounds.play import refresh_outbox
from matches.store.change_match import count_change, refresh_lists, refresh_pages
from matches.store.lock_match import lock_match


def leave_match(match_id: uuid.UUID, user: User) -> None:
    """Leave a running match: a bot takes the seat at once, its holder may come back.

    Against bots alone, without a clock, it is over.

    Raises:
        Refused: `not_yours`, and those of `lock_running_match`.
    """
    with transaction.atomic():
        match = lock_running_match(match_id)
        place = seat_of(match, user)
        if place.stand_in:
            return
        if UNTIMED in match.pace:  # nobody else is let down, or waits for them to come back
            abandonment.end_match(match.pk)
            refresh_pages(match)
            return
        place.stand_in, place.missed = level_of(catalogue.game_of(match.game).meta), 0
        place.save(update_fields=["stand_in", "missed"])
        note_departure(match_id, place.number, user.pk, Departure.Why.LEFT, clock.now())
        start.deal_when_ready(match)
        somebody_else_plays(match, place)
    refresh_outbox(match_id)


def come_back(match_id: uuid.UUID, user: User) -> None:
    """Take one's own seat back, from the bot or from a substitute; whatever either is thinking is void.

    Raises:
        Refused: `not_yours`, and those of `lock_running_match`.
    """
    with transaction.atomic():
        match = lock_running_match(match_id)
        replaced = _replaced(match, user)
        if replaced is not None:
            _take_back(match, replaced, user)
        else:
            place = seat_of(match, user)
            if not place.stand_in:
                return
            place.stand_in, place.missed, place.offer = "", 0, None
            place.save(update_fields=["stand_in", "missed", "offer"])
            end_departure(match_id, place.number, back_at=clock.now())
            somebody_else_plays(match, place)
    refresh_outbox(match_id)


def _replaced(match: Match, user: User) -> Departure | None:
    """The absence of this user, to whom a seat was dealt, in which somebody else plays on there."""
    held = match.seats.filter(dealt_to=user).exclude(user=user).values("number")
    away = match.departures.filter(user=user, seat__in=held, back_at=None)
    return away.exclude(followed_by=None).last()


def _take_back(match: Match, away: Departure, user: User) -> None:
    """Let the holder play on; the substitute leaves, and whoever was to follow does not come."""
    place = match.seats.get(number=away.seat)
    end_departure(match.pk, place.number, followed_by=user)
    away.back_at = clock.now()
    away.save(update_fields=["back_at"])
    left = place.user_id
    tell_of_absence(away, left, "relieved", name=user.name)
    place.user, place.invite = user, None
    begin_as_holder(match, place, left)


def begin_as_holder(match: Match, place: Seat, left: int | None) -> None:
    """Let the new holder of a seat play on, as host where the one was who `left` it."""
    place.stand_in, place.missed, place.offer = "", 0, None
    place.ready, place.nonce = False, ""
    place.save()
    if match.host_id == left:
        match.host = place.user
        match.save(update_fields=["host"])
    refresh_lists(match.pk, left)
    somebody_else_plays(match, place)


def lock_running_match(match_id: uuid.UUID) -> Match:
    """The match, locked, if it has begun and is not over.

    Raises:
        Refused: `not_found`, `not_dealt`, `match_over`.
    """
    match = lock_match(match_id)
    if match.status == Match.Status.OPEN:
        raise refused("not_dealt")
    if match.status != Match.Status.RUNNING:
        raise refused("match_over")
    return match


def seat_of(match: Match, user: User) -> Seat:
    """The seat that this user holds.

    Raises:
        Refused: `not_yours`.
    """
    place = match.seats.filter(user=user).first()
    if place is None:
        raise refused("not_yours")
    return place


def people_of(match: Match, *, but: int | None = None) -> set[int]:
    """The ids of all users who hold a seat there, or ever did, or with whose device one is played.

    `but`: the seat that is not meant.
    """
    seats, away = match.seats.all(), match.departures.all()
    if but is not None:
        seats, away = seats.exclude(number=but), away.exclude(seat=but)
    held = (
        *seats.values_list("user_id", "dealt_to_id", "kept_for_id", "at_device_of_id"),
        *away.values_list("user_id", "followed_by_id"),
    )
    return {user_id for ids in held for user_id in ids if user_id}


def somebody_else_plays(match: Match, place: Seat) -> None:
    """Tell the table, and whoever thinks for this seat."""
    round_id = match.rounds.latest("number").pk
    after_commit(player_changed.send, Seat, round_id=round_id, seat=place.number)
    count_change(match)
