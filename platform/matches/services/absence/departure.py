"""Leave a running match, and come back. In the meantime a bot or a substitute plays the seat.

Gain from another player's absence: the others at the table play against a bot of the game's middle
level. It has only that seat's hand and plays to win. Its place counts for the original player, who
may take the seat back at any moment, from a bot or a substitute. A player who leaves gains nothing:
they answer for the bot's place, and their profile shows that they left. A match that counts is
therefore played to its end by bots, even if all players have left.
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
from matches.store.lock_match import lock_match_and_round


def leave_match(match_id: uuid.UUID, user: User) -> None:
    """Leave a running match: a bot takes the seat at once, and its holder may come back.

    A match without a clock ends instead, because it has only bots besides the player.

    Raises:
        Refused: `not_yours`, and those of `lock_running_match`.
    """
    with transaction.atomic():
        match = lock_running_match(match_id)
        place = seat_of(match, user)
        if place.stand_in:
            return
        if UNTIMED in match.pace:  # no other person plays there or waits for the player
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
    """Take back one's own seat from the bot or the substitute. An action that either is preparing
    is void.

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
    """Return this user's absence from a seat dealt to them in which a substitute plays now."""
    held = match.seats.filter(dealt_to=user).exclude(user=user).values("number")
    away = match.departures.filter(user=user, seat__in=held, back_at=None)
    return away.exclude(followed_by=None).last()


def _take_back(match: Match, away: Departure, user: User) -> None:
    """Return the seat to its holder; the substitute leaves, and any offer of the seat ends."""
    place = match.seats.get(number=away.seat)
    end_departure(match.pk, place.number, followed_by=user)
    away.back_at = clock.now()
    away.save(update_fields=["back_at"])
    left = place.user_id
    tell_of_absence(away, left, "relieved", name=user.name)
    place.user, place.invite = user, None
    begin_as_holder(match, place, left)


def begin_as_holder(match: Match, place: Seat, left: int | None) -> None:
    """Let the new holder of a seat play on. If the user who `left` was the host, they become the
    host.
    """
    place.stand_in, place.missed, place.offer = "", 0, None
    place.ready, place.nonce = False, ""
    place.save()
    if match.host_id == left:
        match.host = place.user
        match.save(update_fields=["host"])
    refresh_lists(match.pk, left)
    somebody_else_plays(match, place)


def lock_running_match(match_id: uuid.UUID) -> Match:
    """Return the match, locked with its round, if it has begun and is not over.

    Raises:
        Refused: `not_found`, `not_dealt`, `match_over`.
    """
    match = lock_match_and_round(match_id)
    if match.status == Match.Status.OPEN:
        raise refused("not_dealt")
    if match.status != Match.Status.RUNNING:
        raise refused("match_over")
    return match


def seat_of(match: Match, user: User) -> Seat:
    """Return the seat that this user holds.

    Raises:
        Refused: `not_yours`.
    """
    place = match.seats.filter(user=user).first()
    if place is None:
        raise refused("not_yours")
    return place


def people_of(match: Match, *, but: int | None = None) -> set[int]:
    """Return the ids of all users who hold or held a seat there, or whose device plays one.

    `but`: the number of a seat to leave out.
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
    """Notify the table, and the code that prepares actions for this seat."""
    round_id = match.rounds.latest("number").pk
    after_commit(player_changed.send, Seat, round_id=round_id, seat=place.number)
    count_change(match)
