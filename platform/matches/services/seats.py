"""Who sits where: sit down, get up, fill a seat with a bot. Each locks the match."""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts.models import User
from core.commit import after_commit
from core.refusals import refuse
from matches import engine
from matches.models import Match, Seat
from matches.topics import announce_table


def locked(match_id: uuid.UUID) -> Match:
    """The match, locked until the transaction ends.

    Raises:
        Refused: `not_found`.
    """
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None:
        raise refuse("not_found")
    return match


def changed(match: Match, *left: int) -> None:
    """The table changed for everyone: count it, and tell the pages after the commit.

    `left`: users who have no seat here any more.
    """
    match.changes += 1
    match.save(update_fields=["changes"])
    tell(match, *left)


def tell(match: Match, *left: int) -> None:
    """Let the pages of a table and the lists in which it stands look again after the commit."""
    seated = match.seats.values_list("user_id", "kept_for_id")
    players = {user_id for ids in seated for user_id in ids if user_id}
    after_commit(announce_table, match.pk, {*players, *left}, public=match.public)


@transaction.atomic
def take_seat(match_id: uuid.UUID, user: User, number: int | None = None) -> Seat:
    """Sit down at an open match: on this seat, or on the first that is free.

    Raises:
        Refused: `not_found`, `table_closed`, `already_seated`, `seat_taken`, `table_full`.
    """
    match = _open(match_id)
    places = list(match.seats.order_by("number"))
    if any(place.user_id == user.pk for place in places):
        raise refuse("already_seated")
    free = [place for place in places if place.is_empty]
    if not free:
        raise refuse("table_full")
    if number is not None:
        free = [place for place in free if place.number == number]
    if not free:
        raise refuse("seat_taken")
    place = free[0]
    place.user = user
    place.save(update_fields=["user"])
    changed(match)
    return place


@transaction.atomic
def leave(match_id: uuid.UUID, user: User) -> None:
    """Get up before the cards are dealt; without its host a match is given to who sits there.

    Raises:
        Refused: `not_found`, `table_closed`, `not_seated`.
    """
    match = _open(match_id)
    place = match.seats.filter(user=user).first()
    if place is None:
        raise refuse("not_yours")
    place.user, place.ready, place.nonce = None, False, ""
    place.save(update_fields=["user", "ready", "nonce"])
    if match.host_id == user.pk:
        heir = match.seats.filter(user__isnull=False).order_by("number").first()
        match.host_id = None if heir is None else heir.user_id
        match.status = match.status if heir else Match.Status.ABORTED
        match.save(update_fields=["host", "status"])
    changed(match, user.pk)


@transaction.atomic
def seat_bot(match_id: uuid.UUID, host: User, number: int, level: str) -> None:
    """Put a bot on a free seat; with an empty level, take the bot away again.

    Raises:
        Refused: `not_found`, `table_closed`, `not_yours`, `seat_taken`, `unknown_level`.
    """
    match = _open(match_id)
    if match.host_id != host.pk:
        raise refuse("not_yours")
    if level:
        engine.check_level(engine.game_of(match.game).meta, level)
    place = match.seats.filter(number=number).first()
    if place is None:
        raise refuse("not_found")
    if place.user_id is not None:
        raise refuse("seat_taken")
    place.bot = level
    place.save(update_fields=["bot"])
    changed(match)


@transaction.atomic
def hand_over(match_id: uuid.UUID, number: int, to: User | None, *, bot: str = "") -> None:
    """Give a seat to another holder; who held it can neither act nor watch as that seat any more.

    Raises:
        Refused: `not_found`, `already_seated`.
    """
    match = locked(match_id)
    place = match.seats.filter(number=number).first()
    if place is None:
        raise refuse("not_found")
    if to is not None and match.seats.filter(user=to).exclude(pk=place.pk).exists():
        raise refuse("already_seated")
    place.user, place.bot = to, "" if to else bot
    place.save(update_fields=["user", "bot"])
    changed(match)


def _open(match_id: uuid.UUID) -> Match:
    match = locked(match_id)
    if match.status != Match.Status.OPEN:
        raise refuse("table_closed")
    return match
