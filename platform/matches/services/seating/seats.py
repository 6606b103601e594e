"""Change the holders of seats: sit down, get up, add a bot. Each function locks the match."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence

from django.db import transaction

from accounts.models import Restriction, User
from accounts.services import reach, restrictions
from core.refusals import refused
from matches.engine import catalogue
from matches.models import Match, Seat
from matches.store.change_match import count_change, refresh_lists
from matches.store.lock_match import lock_match


def lock_open_match(match_id: uuid.UUID) -> Match:
    """Return the match, locked, if its cards are not dealt yet.

    Raises:
        Refused: `not_found`, `table_closed`, `table_cleared`.
    """
    match = lock_match(match_id)
    _check_open(match)
    return match


def _check_open(match: Match) -> None:
    if match.status == Match.Status.ABORTED:
        raise refused("table_cleared")
    if match.status != Match.Status.OPEN:
        raise refused("table_closed")


def lock_hosted_seat(match_id: uuid.UUID, host: User, number: int) -> tuple[Match, Seat]:
    """Return the match, locked and open, and one of its seats, for its host.

    Raises:
        Refused: `not_yours`, `not_found`, and those of `lock_open_match`.
    """
    match = lock_open_match(match_id)
    if match.host_id != host.pk:
        raise refused("not_yours")
    place = match.seats.filter(number=number).first()
    if place is None:
        raise refused("not_found")
    return match, place


def free_seat(place: Seat) -> None:
    """Reset a seat to a free one; the lists of users who lose it no longer show the match."""
    refresh_lists(place.match_id, place.user_id, place.kept_for_id)
    place.user, place.bot, place.kept_for, place.invite = None, "", None, None
    place.ready, place.nonce, place.declared, place.at_device_of = False, "", {}, None
    place.save()


@transaction.atomic
def take_seat(match_id: uuid.UUID, user: User, number: int | None = None, token: str = "") -> Seat:
    """Take a seat at an open match: this seat, or one kept for this user, or any.

    `token`: the invitation that this user followed. An invitation to a single seat gives only that
    seat.

    Raises:
        Refused: `already_seated`, `sent_away`, `seat_taken`, `seat_kept`, `table_full`,
            `seats_kept`, `no_bots_here`, `not_found`, those of `check_welcome` and of
            `lock_open_match`.
    """
    match = lock_open_match(match_id)
    place, own = _find(match, user, number, token)
    if user.pk in match.dismissed:
        match.dismissed.remove(user.pk)
        match.save(update_fields=["dismissed"])
    followed = place.invite
    for each in (*own, place):
        free_seat(each)
    place.user, place.invite = user, followed
    place.save(update_fields=["user", "invite"])
    free_seats_kept_in_vain(match)
    count_change(match)
    return place


def check_free(
    match_id: uuid.UUID, user: User | None, number: int | None = None, token: str = ""
) -> None:
    """Check that `take_seat` would not refuse this user now, or a visitor (None)."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise refused("not_found")
    _check_open(match)
    _find(match, user, number, token)


def _find(
    match: Match, user: User | None, number: int | None, token: str
) -> tuple[Seat, list[Seat]]:
    """Return a seat for this user, and the seats that are kept for them."""
    places = list(match.seats.order_by("number"))
    user_id = None if user is None else user.pk
    if user_id is not None and any(place.user_id == user_id for place in places):
        raise refused("already_seated")
    if user_id is not None:
        check_welcome(match, user_id, (place.user_id for place in places))
    own = [
        place
        for place in places
        if place.is_kept
        and (place.invite == token if place.invite else place.kept_for_id == user_id)
    ]
    if user_id in match.dismissed and not own:
        raise refused("sent_away")
    if token and not own and Seat.objects.filter(match=match, invite=token).exists():
        raise refused("seat_taken")
    if user is not None and user.is_bot and not (own or match.welcomes_bots):
        raise refused("no_bots_here")
    return _choose(places, own, number), own


def check_welcome(match: Match, user_id: int, seated: Iterable[int | None]) -> None:
    """Check that neither a block nor a sanction excludes this user from a table with these people.

    At a public table before the deal, the host sees new players and may send them away. At any
    other table, and while the match runs, no player meets a user whom they blocked.

    Raises:
        Refused: `not_open_to_you`, and those of `restrictions.check_restriction`.
    """
    if match.public:
        restrictions.check_restriction(user_id, Restriction.What.PUBLIC)
    if _kept_apart(match, user_id, seated):
        raise refused("not_open_to_you")


def _kept_apart(match: Match, user_id: int, seated: Iterable[int | None]) -> bool:
    there = {other for other in (match.host_id, *seated) if other is not None}
    found = reach.apart(user_id, there)
    if match.quick:
        return bool(found.by_block)
    host_decides = match.public and match.status == Match.Status.OPEN
    return not host_decides and bool(found.refusing)


def may_stay(match: Match, user_id: int) -> bool:
    """Return whether a guest who signs in as this user may keep their seat before the cards are
    dealt.
    """
    others = match.seats.exclude(user=None).values_list("user_id", flat=True)
    return user_id not in match.dismissed and not _kept_apart(match, user_id, others)


def may_keep_for(match: Match, host_id: int, user_ids: Iterable[int]) -> set[int]:
    """Return those of these users for whom this host may keep a seat; the others could never come.

    It excludes users who are gone, who may not sit at public tables, or whom a block separates from
    the host. Where blocked users may not meet, it also excludes users with a block between them and
    a player who sits there or has a kept seat. There it also excludes users whom another of them
    blocked.
    """
    wanted = set(user_ids)
    wanted -= reach.apart(host_id, wanted).all
    if match.public:
        wanted -= restrictions.restricted_users(wanted, Restriction.What.PUBLIC)
    else:
        wanted -= _apart_from_table(match, wanted)
    return {one for one in wanted if not _kept_apart(match, one, wanted - {one})}


def _apart_from_table(match: Match, user_ids: set[int]) -> set[int]:
    """Return those of these users with a block between them and a user who has a seat, or a kept
    one.
    """
    there = match.seats.values_list("user_id", "kept_for_id")
    met = {one for ids in there for one in ids if one} - user_ids
    return {user_id for user_id in user_ids if reach.apart(user_id, met).by_block}


def free_seats_kept_in_vain(match: Match) -> None:
    """Free the kept seats of users who can no longer sit down, because a player there blocked them."""
    seated = list(match.seats.filter(user__isnull=False).values_list("user_id", flat=True))
    for place in match.seats.filter(kept_for__isnull=False):
        if place.kept_for_id is not None and _kept_apart(match, place.kept_for_id, seated):
            free_seat(place)


def _choose(places: Sequence[Seat], own: Sequence[Seat], number: int | None) -> Seat:
    """Return the seat with this number, or the best free one."""
    if number is not None:
        chosen = next((place for place in places if place.number == number), None)
        if chosen is None:
            raise refused("not_found")
        if not chosen.is_empty:
            raise refused("seat_taken")
        if chosen.is_kept and chosen not in own:
            raise refused("seat_kept")
        return chosen
    empty = [place for place in places if place.is_empty]
    free = [*own, *(place for place in empty if not place.is_kept)]
    if not free:
        raise refused("seats_kept" if empty else "table_full")
    return free[0]


@transaction.atomic
def leave_seat(match_id: uuid.UUID, user: User) -> None:
    """Leave a match before the cards are dealt; the next person, if any, becomes the host.

    Raises:
        Refused: `not_yours`, and those of `lock_open_match`.
    """
    match = lock_open_match(match_id)
    place = match.seats.filter(user=user).first()
    if place is None:
        raise refused("not_yours")
    free_seat(place)
    if match.host_id == user.pk:
        heir = match.seats.filter(user__isnull=False).order_by("number").first()
        match.host_id = None if heir is None else heir.user_id
        match.status = match.status if heir else Match.Status.ABORTED
        match.save(update_fields=["host", "status"])
    count_change(match)


@transaction.atomic
def seat_bot(match_id: uuid.UUID, host: User, number: int, level: str) -> None:
    """Put a bot on a seat without a person; an empty level leaves it free for everyone.

    Raises:
        Refused: `seat_taken`, `unknown_level`, and those of `lock_hosted_seat`.
    """
    match, place = lock_hosted_seat(match_id, host, number)
    if level:
        catalogue.check_level(catalogue.game_of(match.game).meta, level)
    if place.user_id is not None:
        raise refused("seat_taken")
    free_seat(place)
    place.bot = level
    place.save(update_fields=["bot"])
    count_change(match)
