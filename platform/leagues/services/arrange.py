"""The players of a live match make an appointment: one proposes, all the others agree.

Whoever relies on an appointment is told when it is made and when it falls; each verb returns how
many others that are.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from core import clock, rate_limits
from core.refusals import refuse
from leagues import limits, tables
from leagues.models import Fixture, FixtureSeat, News
from leagues.services import begin, locks, notify


@transaction.atomic
def propose_appointment(fixture_id: int, user: User, at: datetime) -> int:
    """Propose an appointment; another one than was agreed on has to be agreed to anew.

    Raises:
        Refused: `not_found`, `not_yours`, `nothing_to_arrange`, `appointment_outside`, `rate_limited`.
    """
    fixture, own = _theirs(fixture_id, user)
    assert fixture.due_at is not None
    if not clock.now() < at <= fixture.due_at:
        raise refuse("appointment_outside")
    return _propose(fixture, own, user, at)


@transaction.atomic
def propose_now(fixture_id: int, user: User) -> int:
    """Propose to play at once: the match begins as soon as all the others have agreed.

    Raises:
        Refused: `not_found`, `not_yours`, `nothing_to_arrange`, `rate_limited`.
    """
    fixture, own = _theirs(fixture_id, user)
    return _propose(fixture, own, user, clock.now())


@transaction.atomic
def agree_to_appointment(fixture_id: int, user: User, at: datetime) -> int:
    """Agree to the appointment that is proposed, which has to be the one that was read.

    The others are told as soon as all have agreed.

    Raises:
        Refused: `not_found`, `not_yours`, `nothing_to_arrange`, `no_appointment`,
            `changed_meanwhile`.
    """
    fixture, own = _theirs(fixture_id, user)
    if fixture.appointment is None:
        raise refuse("no_appointment")
    if fixture.appointment != at:
        raise refuse("changed_meanwhile")
    _agree(fixture, own)
    fixture = locks.lock_fixture(fixture_id)
    holders = tables.place_holders(fixture.division)
    # Where the match has begun by that, its own notice says so.
    if fixture.state != Fixture.State.ARRANGING or not begin.is_agreed(fixture, holders):
        return 0
    return notify.notify_players(
        fixture, News.Kind.AGREED, _situation(fixture), but=user, at=at.isoformat()
    )


@transaction.atomic
def withdraw_appointment(fixture_id: int, user: User) -> int:
    """The appointment does not suit any more: there is none until somebody proposes another one.

    Raises:
        Refused: `not_found`, `not_yours`, `nothing_to_arrange`, `no_appointment`.
    """
    fixture, _own = _theirs(fixture_id, user)
    if fixture.appointment is None:
        raise refuse("no_appointment")
    was = fixture.appointment
    put_appointment(fixture, None)
    return notify.notify_players(
        fixture,
        News.Kind.WITHDRAWN,
        _situation(fixture),
        but=user,
        was=was.isoformat(),
        name=user.name,
    )


def drop_appointment(fixture: Fixture, who: User | None, name: str) -> None:
    """Let an appointment fall because a player, called `name`, has dropped out; the others are told.

    Under the division's lock; nothing happens where none is proposed.
    """
    if fixture.appointment is None:
        return
    was = fixture.appointment
    put_appointment(fixture, None)
    notify.notify_players(
        fixture, News.Kind.WIPED, _situation(fixture), but=who, was=was.isoformat(), name=name
    )


def put_appointment(fixture: Fixture, at: datetime | None) -> bool:
    """Put another appointment, or none, in place of the one there is; whether all had agreed to that.

    Nobody has agreed to the new one yet.
    """
    was_agreed = begin.is_agreed(fixture, tables.place_holders(fixture.division))
    if was_agreed:
        fixture.cancelled_appointment = fixture.appointment
    fixture.appointment = at
    fixture.appointment_changes += 1
    fixture.save(update_fields=["appointment", "appointment_changes", "cancelled_appointment"])
    fixture.seats.update(agreed=False)
    return was_agreed


def _propose(fixture: Fixture, own: FixtureSeat, user: User, at: datetime) -> int:
    rate_limits.check_attempts(limits.APPOINTMENTS.of(str(user.pk), str(fixture.pk)))
    was = fixture.appointment
    facts = {"at": at.isoformat()}
    if put_appointment(fixture, at) and was is not None:
        kind, facts["was"] = News.Kind.MOVED, was.isoformat()
    else:
        kind = News.Kind.PROPOSED
    told = notify.notify_players(fixture, kind, _situation(fixture), but=user, **facts)
    _agree(fixture, own)
    return told


def _agree(fixture: Fixture, own: FixtureSeat) -> None:
    own.agreed = own.answered = True
    own.save(update_fields=["agreed", "answered"])
    # Nobody who is there to play at once waits for the next look at all appointments.
    begin.begin_appointed_match(fixture.pk)


def _situation(fixture: Fixture) -> str:
    """The same time may be proposed again, and that is news, too."""
    return str(fixture.appointment_changes)


def _theirs(fixture_id: int, user: User) -> tuple[Fixture, FixtureSeat]:
    """The fixture under its lock, and the seat of it that this user holds.

    Raises:
        Refused: `not_found`, `not_yours`, `nothing_to_arrange`.
    """
    fixture = locks.lock_fixture(fixture_id)
    holders = tables.place_holders(fixture.division)
    for seat in fixture.seats.all():
        holder = holders[seat.entry_id]
        if holder.user_id == user.pk and holder.dropped_at is None:
            if fixture.state != Fixture.State.ARRANGING:
                raise refuse("nothing_to_arrange")
            return fixture, seat
    raise refuse("not_yours")
