"""Several people with one device: its players at each match, and the player whose cards it shows.

One person is signed in. The others are guests without a session of their own; this browser's
session stores them. While a round runs, the page shows the table as a spectator sees it until a
player states that they hold the device.
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
"""Session key: by match, the ids of the guests, and of the user whose cards are shown (None: none).
"""
MOST = 20
"""Number of matches that a session remembers, the newest."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A person at this device, by seat and name."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Hands:
    """The people at this device, and the one whose cards it shows; None: all are covered."""

    people: tuple[Hand, ...]
    shown: Hand | None


def add_guest(session: Any, match_id: uuid.UUID, owner_id: int, guest_id: int) -> None:
    """Let this guest play with this device of its owner; its cards are covered from now on."""

    def with_guest(known: dict[str, Any] | None) -> dict[str, Any]:
        others = {key: one for key, one in (known or {}).items() if key != str(match_id)}
        guests = [*_guests(known, match_id), guest_id]
        return dict([*others.items(), (str(match_id), _entry(guests, None))][-MOST:])

    change_session(session, DEVICE, with_guest)
    share_device(match_id, owner_id, [guest_id])
    # The covered table is a spectator's view, so the device must count as invited.
    remember_invitation(session, match_id)


def remember_covered(session: Any, match_id: uuid.UUID, guests: list[int]) -> None:
    """Store in a new session the guests who share its device at a match; all cards are covered."""

    def covered(known: dict[str, Any] | None) -> dict[str, Any]:
        return {str(match_id): _entry(guests, None)} | (known or {})

    change_session(session, DEVICE, covered)


def matches_of(session: Any) -> dict[str, list[int]]:
    """Return the guests who play with this device, by match, the newest last."""
    known = session.get(DEVICE) or {}
    return {match: list(entry["guests"]) for match, entry in known.items()}


def guest_ids(session: Any, match_id: uuid.UUID) -> list[int]:
    """Return the guests who play at this match with this device."""
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
    """Return the seats of the people at this device, in order; empty if it is not shared."""
    guests = guest_ids(session, table.match_id)
    if not guests:
        return ()
    here = {owner.pk, *guests} - {None}
    return tuple(seat for seat in table.seats if seat.user_id in here)


def user_at(session: Any, owner: Somebody, table: Table) -> Somebody:
    """Return the user for whom this browser acts at this table; anonymous while cards are covered."""
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
    """Return the users who play at this table with this device; empty if it is not shared."""
    seated = [seat.user_id for seat in seats_at(session, owner, table) if seat.user_id is not None]
    return list(User.objects.filter(pk__in=seated))


def hands_to_show(session: Any, owner: Somebody, table: Table) -> Hands | None:
    """Return the people whose cards this device can show, if it is handed round now."""
    seats = seats_at(session, owner, table)
    if not _is_handed_round(table, owner, seats):
        return None
    shown = table.seat_of(user_at(session, owner, table).pk)
    people = tuple(Hand(seat.number, name_of(table, seat)) for seat in seats)
    return Hands(people, next((one for one in people if shown and one.seat == shown.number), None))


def plays_here(session: Any, owner: Somebody, table: Table) -> bool:
    """Return whether people take turns with this device at this table, regardless of the cards it
    shows.
    """
    return _is_handed_round(table, owner, seats_at(session, owner, table))


def shows_owner(session: Any, owner: Somebody, table: Table) -> bool:
    """Return whether this device is shared but not handed round yet, so the page is its owner's."""
    seats = seats_at(session, owner, table)
    return bool(seats) and not _is_handed_round(table, owner, seats)


def _is_handed_round(table: Table, owner: Somebody, seats: tuple[SeatView, ...]) -> bool:
    return bool(seats) and undealt_table.is_handed_round(table, table.seat_of(owner.pk))


def check_shared(table: Table, seat: SeatView | None) -> None:
    """Check that the holder of this seat may share the device with another player.

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
