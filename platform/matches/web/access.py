"""Decides who may look at a match: its seats, the invited, and everybody if it is public.

Invitations that a browser has followed are remembered in its session. A link to a replay lets a match be read
that is over, and nothing else; it stands in the address, and is remembered where a match goes on from there.
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
from matches.web.replays import link_of

Somebody: TypeAlias = User | AnonymousUser
"""A user, or somebody without an account."""

INVITED = "invited"
ONLY_WATCHING = "only_watching"
REPLAYS = "replays"
MOST = 50


def remember_invitation(session: Any, match_id: uuid.UUID) -> None:
    """Remember that this browser came by an invitation to a match; the newest ones are kept."""
    change_session(session, INVITED, lambda known: _with_newest(known, str(match_id)))
    if str(match_id) in session.get(ONLY_WATCHING, []):
        change_session(
            session,
            ONLY_WATCHING,
            lambda known: [one for one in known or () if one != str(match_id)],
        )


def remember_watching(session: Any, match_id: uuid.UUID) -> None:
    """Remember that this browser may look at a match by a link that was for somebody's seat alone."""
    remember_invitation(session, match_id)
    change_session(session, ONLY_WATCHING, lambda known: _with_newest(known, str(match_id)))


def only_watches(session: Any, table: Table, user_id: int | None) -> bool:
    """Whether all that lets this browser look is a link for a seat that somebody else has taken."""
    came_by_it = str(table.match_id) in session.get(ONLY_WATCHING, [])
    return came_by_it and not table.match.public and table.kept_for(user_id) is None


def is_invited(session: Any, match_id: uuid.UUID) -> bool:
    """Whether this browser came by an invitation to this match."""
    return str(match_id) in session.get(INVITED, [])


def remember_replay(session: Any, token: str) -> None:
    """Remember that a match of this browser goes on from a replay that it has a link to; the newest are kept."""
    change_session(session, REPLAYS, lambda known: _with_newest(known, token))


def _with_newest(known: list[str] | None, newest: str) -> list[str]:
    return [*(one for one in known or () if one != newest), newest][-MOST:]


def user_id_of(user: Somebody) -> int | None:
    """This user's id, or None for somebody without an account."""
    return user.pk if user.is_authenticated else None


def person_of(user: Somebody) -> Person:
    """Somebody as `services.rounds.play` wants to know them."""
    if not user.is_authenticated:
        return Person(None, None)
    return Person(user.pk, user.epoch)


def visible_table(request: HttpRequest, match_id: uuid.UUID, number: int | None = None) -> Table:
    """The match with its present round, or the one of this number, if this browser may look.

    Raises:
        Refused: `no_match`, also where there is one that is not for these eyes; `sent_away`;
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
    """The match with the round of this number, if this browser may look or has a link to its replay.

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
    """Whether this browser may look at the table itself, and not only read its rounds."""
    invited = is_invited(request.session, table.match_id)
    return table.may_watch(user_id_of(request.user), invited)


def check_socket(scope: Mapping[str, Any], table: Table, user_id: int | None) -> bool:
    """Make sure that a socket may show this table to this user; returns whether it came by an invitation.

    Raises:
        Refused: `no_match`.
    """
    invited = is_invited(scope["session"], table.match_id)
    if not table.may_watch(user_id, invited):
        raise refused("no_match")
    note_socket(scope, table)
    return invited


def note_socket(scope: Mapping[str, Any], table: Table) -> None:
    """Remember the device of a page that goes on showing this table, if that matters now."""
    _note_device(scope["user"], table, partial(devices.device_of_socket, scope))


def _note_device(user: Somebody, table: Table, device: Callable[[], str]) -> None:
    """Remember from where a player looks while somebody is away: nobody is to sit down from there as well."""
    if not table.may_be_joined or table.match.status != Match.Status.RUNNING:
        return
    if isinstance(user, User) and table.seat_of(user.pk):
        devices.remember_device(user, device())


def lets_watch(match: Match, token: str) -> bool:
    """Whether an invitation is also one to watch: that to play on for somebody is not.

    It stays with the substitute who followed it. The others at the table agreed to one person in that seat.
    """
    seats = match.seats.all()
    is_offer = any(token == seat.offer for seat in seats)
    was_offer = any(token == seat.invite and _is_substitutes(seat) for seat in seats)
    return match.public or not (is_offer or was_offer)


def _is_substitutes(seat: Seat) -> bool:
    return seat.dealt_to_id is not None and seat.dealt_to_id != seat.user_id


def invited_to(token: str) -> Match:
    """The match of an invitation to it or to one of its seats.

    Raises:
        Refused: `not_found` (no such invitation, or nobody may see the match yet), `table_cleared`, `expired` (the match is over).
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
