"""Several people at one device: who plays at which match there, and whose cards its page shows.

One person is signed in; the others are guests without a session of their own, and this browser's
session says who they are. While a round runs its page shows a table as a spectator sees it, until
somebody says who holds the device now.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.sessions import change_session
from core.refusals import refused
from matches.models import Match
from matches.present import undealt_table
from matches.present.seat_names import name_of
from matches.services.seating.share_device import share_device
from matches.store.snapshot import SeatView, Table
from matches.web.access import Somebody, remember_invitation

DEVICE = "one_device"
"""In a session, by match: the ids of its guests, and of the user whose cards are shown, None for nobody."""
MOST = 20
"""Matches that a session remembers, the newest."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Somebody at this device, by seat and name."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Hands:
    """The people at this device, and the one whose cards it shows; None: all are covered."""

    people: tuple[Hand, ...]
    shown: Hand | None


def add_guest(session: Any, match_id: uuid.UUID, owner_id: int, guest_id: int) -> None:
    """Let this device of its owner play for this guest, too; its cards are covered from now on."""

    def with_guest(known: dict[str, Any] | None) -> dict[str, Any]:
        others = {key: one for key, one in (known or {}).items() if key != str(match_id)}
        guests = [*_guests(known, match_id), guest_id]
        return dict([*others.items(), (str(match_id), _entry(guests, None))][-MOST:])

    change_session(session, DEVICE, with_guest)
    share_device(match_id, owner_id, [guest_id])
    # What the covered table shows is for everybody who was invited, and nobody's seat.
    remember_invitation(session, match_id)


def remember_covered(session: Any, match_id: uuid.UUID, guests: list[int]) -> None:
    """Let a session that has begun know with which guests its device is shared at a match; no cards show."""

    def covered(known: dict[str, Any] | None) -> dict[str, Any]:
        return {str(match_id): _entry(guests, None)} | (known or {})

    change_session(session, DEVICE, covered)


def matches_of(session: Any) -> dict[str, list[int]]:
    """The guests who play with this device, by match, the newest last."""
    known = session.get(DEVICE) or {}
    return {match: list(entry["guests"]) for match, entry in known.items()}


def guest_ids(session: Any, match_id: uuid.UUID) -> list[int]:
    """The guests who play at this match with this device."""
    return _guests(session.get(DEVICE), match_id)


def show_hand(session: Any, owner: Somebody, match_id: uuid.UUID, user_id: int | None) -> None:
    """Show the cards of this user, who holds the device now, or cover all (None)."""
    if owner.pk is not None:
        share_device(match_id, owner.pk, guest_ids(session, match_id))

    def with_hand(known: dict[str, Any] | None) -> dict[str, Any]:
        return (known or {}) | {str(match_id): _entry(_guests(known, match_id), user_id)}

    change_session(session, DEVICE, with_hand)


def _guests(known: dict[str, Any] | None, match_id: uuid.UUID) -> list[int]:
    return list((known or {}).get(str(match_id), {}).get("guests", []))


def _entry(guests: list[int], shown: int | None) -> dict[str, Any]:
    return {"guests": guests, "shown": shown}


def seats_at(session: Any, owner: Somebody, table: Table) -> tuple[SeatView, ...]:
    """The seats of the people at this device, in order; none if there is only its owner."""
    guests = guest_ids(session, table.match_id)
    if not guests:
        return ()
    here = {owner.pk, *guests} - {None}
    return tuple(seat for seat in table.seats if seat.user_id in here)


def user_at(session: Any, owner: Somebody, table: Table) -> Somebody:
    """The user for whom this browser looks and acts at this table: nobody while cards are covered."""
    seats = seats_at(session, owner, table)
    if not _is_handed_round(table, owner, seats):
        return owner
    shown = session[DEVICE][str(table.match_id)]["shown"]
    if shown is None or all(seat.user_id != shown for seat in seats):
        return AnonymousUser()
    if shown == owner.pk:
        return owner
    return User.objects.filter(pk=shown, is_active=True).first() or AnonymousUser()


def users_at(session: Any, owner: Somebody, table: Table) -> list[User]:
    """The users who play at this table with this device; none if there is only its owner."""
    seated = [seat.user_id for seat in seats_at(session, owner, table) if seat.user_id is not None]
    return list(User.objects.filter(pk__in=seated))


def hands_to_show(session: Any, owner: Somebody, table: Table) -> Hands | None:
    """Whose cards can be shown at this device, if it is handed round now."""
    seats = seats_at(session, owner, table)
    if not _is_handed_round(table, owner, seats):
        return None
    shown = table.seat_of(user_at(session, owner, table).pk)
    people = tuple(Hand(seat.number, name_of(table, seat)) for seat in seats)
    return Hands(people, next((one for one in people if shown and one.seat == shown.number), None))


def plays_here(session: Any, owner: Somebody, table: Table) -> bool:
    """Whether people at this device play at this table by turns, whoever's cards it shows."""
    return _is_handed_round(table, owner, seats_at(session, owner, table))


def shows_owner(session: Any, owner: Somebody, table: Table) -> bool:
    """Whether this device is shared, and its page still its owner's: it is not handed round yet."""
    seats = seats_at(session, owner, table)
    return bool(seats) and not _is_handed_round(table, owner, seats)


def _is_handed_round(table: Table, owner: Somebody, seats: tuple[SeatView, ...]) -> bool:
    return bool(seats) and undealt_table.is_handed_round(table, table.seat_of(owner.pk))


def check_shared(table: Table, seat: SeatView | None) -> None:
    """Make sure that the holder of this seat may have somebody else play at the same device.

    Raises:
        Refused: `table_closed`, `not_yours`, `device_not_shared`, `ready_already`.
    """
    if table.match.status != Match.Status.OPEN:
        raise refused("table_closed")
    if seat is None:
        raise refused("not_yours")
    if not undealt_table.may_share_device(table):
        raise refused("device_not_shared")
    if seat.ready:
        raise refused("ready_already")
