"""Permission to see a match: for its seats, for invited users, and for everyone if it is public.

The session remembers the invitations that a browser followed. Members of the circle of a table, such
as its club, may watch it as long as they belong to it. A link to a replay only lets a reader
see a match that is over. The link is part of the address. The session remembers it if a match
continues from that replay.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.http import HttpRequest

from accounts.models import User
from accounts.services import devices
from accounts.sessions import change_session
from core.refusals import refused
from matches.actors import Person
from matches.models import Match, Seat
from matches.models.seat import seats_with_users
from matches.store.load_match import load_table
from matches.store.snapshot import Table
from matches.web import circles
from matches.web.replays import link_of

Somebody: TypeAlias = User | AnonymousUser
"""A user, or a visitor without an account."""

INVITED = "invited"
ONLY_WATCHING = "only_watching"
REPLAYS = "replays"
MOST = 50


def remember_invitation(session: Any, match_id: uuid.UUID) -> None:
    """Store in the session that this browser followed an invitation to a match; keep the newest
    ones.
    """
    change_session(session, INVITED, lambda known: _with_newest(known, str(match_id)))
    if str(match_id) in session.get(ONLY_WATCHING, []):
        change_session(
            session,
            ONLY_WATCHING,
            lambda known: [one for one in known or () if one != str(match_id)],
        )


def remember_watching(session: Any, match_id: uuid.UUID) -> None:
    """Store in the session that this browser may watch a match by a link to a single seat."""
    remember_invitation(session, match_id)
    change_session(session, ONLY_WATCHING, lambda known: _with_newest(known, str(match_id)))


def only_watches(session: Any, table: Table, user_id: int | None) -> bool:
    """Return whether this browser may watch only because of a link to a seat that another user has
    taken.
    """
    came_by_it = str(table.match_id) in session.get(ONLY_WATCHING, [])
    return came_by_it and not table.match.public and table.kept_for(user_id) is None


def is_invited(session: Any, match_id: uuid.UUID) -> bool:
    """Return whether this browser followed an invitation to this match."""
    return str(match_id) in session.get(INVITED, [])


def remember_replay(session: Any, token: str) -> None:
    """Store the link to a replay from which a match of this browser continues; keep the newest
    ones.
    """
    change_session(session, REPLAYS, lambda known: _with_newest(known, token))


def _with_newest(known: list[str] | None, newest: str) -> list[str]:
    return [*(one for one in known or () if one != newest), newest][-MOST:]


def user_id_of(user: Somebody) -> int | None:
    """Return this user's id, or None for a visitor without an account."""
    return user.pk if user.is_authenticated else None


def person_of(user: Somebody) -> Person:
    """Return the user as an actor for `services.rounds.play`."""
    if not user.is_authenticated:
        return Person(None, None)
    return Person(user.pk, user.epoch)


def visible_table(request: HttpRequest, match_id: uuid.UUID, number: int | None = None) -> Table:
    """Return the match with its present round, or with this round, if this browser may see it.

    Raises:
        Refused: `no_match`, also if this browser may not know of the match; `sent_away`;
        `no_round`.
    """
    table = load_table(match_id)
    if not may_watch(request, table):
        sent_away = user_id_of(request.user) in table.match.dismissed
        raise refused("sent_away" if sent_away else "no_match")
    _note_device(request.user, table, partial(devices.device_of, request))
    if number is None or number == table.round_number:
        return table
    return load_table(match_id, number)


def readable_table(request: HttpRequest, match_id: uuid.UUID, number: int) -> Table:
    """Return the match with this round, if this browser may see it or has a link to its replay.

    Raises:
        Refused: those of `visible_table`.
    """
    followed = [*filter(None, [link_of(request)]), *request.session.get(REPLAYS, [])]
    shared = {"match_id": match_id, "replay__in": followed, "user__is_active": True}
    if followed and Seat.objects.filter(**shared).exists():
        table = load_table(match_id, number)
        if user_id_of(request.user) not in table.match.dismissed:
            return table
    return visible_table(request, match_id, number)


def may_watch(request: HttpRequest, table: Table) -> bool:
    """Return whether this browser may see the table itself, and not only read its rounds."""
    user_id = user_id_of(request.user)
    if table.may_watch(user_id, is_invited(request.session, table.match_id)):
        return True
    return table.may_watch(user_id, is_welcome(request.session, table, request.user))


def is_welcome(session: Any, table: Table, user: Somebody) -> bool:
    """Return whether this browser followed an invitation to a private table, or this user belongs
    to its circle now.
    """
    if is_invited(session, table.match_id):
        return True
    return not table.match.public and circles.lets_watch(table.match_id, user)


def check_socket(scope: Mapping[str, Any], table: Table, user: Somebody) -> bool:
    """Check that a socket may show this table to this user; return whether they are welcome
    (`is_welcome`).

    Raises:
        Refused: `no_match`.
    """
    welcome = is_welcome(scope["session"], table, user)
    if not table.may_watch(user_id_of(user), welcome):
        raise refused("no_match")
    note_socket(scope, table)
    return welcome


def note_socket(scope: Mapping[str, Any], table: Table) -> None:
    """Store the device of a page that still shows this table, while a player is away."""
    _note_device(scope["user"], table, partial(devices.device_of_socket, scope))


def _note_device(user: Somebody, table: Table, device: Callable[[], str]) -> None:
    """Store the device of a player while another one is away, so that no substitute may use it."""
    if not table.may_be_joined or table.match.status != Match.Status.RUNNING:
        return
    if isinstance(user, User) and table.seat_of(user.pk):
        devices.remember_device(user, device())


def lets_watch(match: Match, token: str) -> bool:
    """Return whether an invitation also lets its user watch; a link for a substitute does not.

    It belongs to the substitute who followed it, because the others at the table agreed to one
    person.
    """
    seats = match.seats.all()
    is_offer = any(token == seat.offer for seat in seats)
    was_offer = any(token == seat.invite and _is_substitutes(seat) for seat in seats)
    return match.public or not (is_offer or was_offer)


def _is_substitutes(seat: Seat) -> bool:
    return seat.dealt_to_id is not None and seat.dealt_to_id != seat.user_id


def invited_to(token: str) -> Match:
    """Return the match of an invitation to it or to one of its seats.

    Raises:
        Refused: `not_found` (no such invitation, or the match is still sealed), `table_cleared`,
            `expired` (the match is over).
    """
    single = Seat.objects.filter(invite=token).values("match")
    offered = Seat.objects.filter(offer=token).values("match")
    wanted = Q(invite=token) | Q(pk__in=single) | Q(pk__in=offered)
    match = Match.objects.filter(wanted).prefetch_related(seats_with_users()).first()
    if match is None or match.is_sealed:
        raise refused("not_found")
    if match.status == Match.Status.ABORTED:
        raise refused("table_cleared")
    if match.status == Match.Status.FINISHED:
        raise refused("expired")
    return match
