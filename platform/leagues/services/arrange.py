"""The players of a live match make an appointment: one proposes, all the others agree."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from core import clock
from core.refusals import refuse
from leagues import tables
from leagues.models import Fixture, FixtureSeat, News
from leagues.services import begin, locks, notify


@transaction.atomic
def propose_appointment(fixture_id: int, user: User, at: datetime) -> None:
    """Propose an appointment; another one than was agreed on has to be agreed to anew.

    Raises:
        Refused: `not_found`, `not_yours`, `nothing_to_arrange`, `appointment_outside`.
    """
    fixture, own = _theirs(fixture_id, user)
    assert fixture.due_at is not None
    if not clock.now() < at <= fixture.due_at:
        raise refuse("appointment_outside")
    _propose(fixture, own, user, at)


@transaction.atomic
def propose_now(fixture_id: int, user: User) -> None:
    """Propose to play at once: the match begins as soon as all the others have agreed.

    Raises:
        Refused: `not_found`, `not_yours`, `nothing_to_arrange`.
    """
    fixture, own = _theirs(fixture_id, user)
    _propose(fixture, own, user, clock.now())


@transaction.atomic
def agree_to_appointment(fixture_id: int, user: User, at: datetime) -> None:
    """Agree to the appointment that is proposed, which has to be the one that was read.

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


@transaction.atomic
def withdraw_appointment(fixture_id: int, user: User) -> None:
    """The appointment does not suit any more: there is none until somebody proposes another one.

    Raises:
        Refused: `not_found`, `not_yours`, `nothing_to_arrange`, `no_appointment`.
    """
    fixture, _own = _theirs(fixture_id, user)
    if fixture.appointment is None:
        raise refuse("no_appointment")
    fixture.appointment = None
    fixture.save(update_fields=["appointment"])
    fixture.seats.update(agreed=False)


def _propose(fixture: Fixture, own: FixtureSeat, user: User, at: datetime) -> None:
    fixture.appointment = at
    fixture.save(update_fields=["appointment"])
    fixture.seats.update(agreed=False)
    _agree(fixture, own)
    notify.notify_players(fixture, News.Kind.PROPOSED, at.isoformat(), but=user)


def _agree(fixture: Fixture, own: FixtureSeat) -> None:
    own.agreed = own.answered = True
    own.save(update_fields=["agreed", "answered"])
    # Nobody who is there to play at once waits for the next look at all appointments.
    begin.begin_appointed_match(fixture.pk)


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
