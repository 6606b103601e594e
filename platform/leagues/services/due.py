"""What is overdue is decided by the league's rules, and people are reminded before that.

A live match without an appointment: who proposed or agreed to one was there, the others were not. A
match that runs counts as it stood. What never came up when the season is over does not count.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from core import clock
from games.kernel.contract import N_
from leagues import tables
from leagues.models import Fixture, News
from leagues.services import begin, locks, notify, settle
from leagues.services.settle import How, Verdict
from matches.models import Match

State = Fixture.State

SOON = timedelta(hours=1)
"""Before an appointment its players are reminded of it."""
EARLY = timedelta(days=2)
"""Before a fixture is due its players are reminded that it has no appointment; not in the first
half of its time, when they were just asked to make one."""

NOT_OVER = N_("It was not over when it was due: it counts as it stood.")
NO_APPOINTMENT = N_("Nobody was absent, and there was no appointment: all share the first place.")
NOBODY_ANSWERED = N_("Nobody made an appointment: nobody gets points.")
SOME_ANSWERED = N_("Players who did not answer about an appointment were absent.")
NEVER_CAME_UP = N_("The season was over before it came up.")


@transaction.atomic
def adjudicate_fixture(fixture_id: int) -> None:
    """Decide a fixture that is due and not settled; once, however often it is asked."""
    fixture = locks.lock_fixture(fixture_id)
    season = fixture.division.season
    now = clock.now()
    ends = now >= season.ends_at
    if not ends and (fixture.due_at is None or now < fixture.due_at):
        return
    match fixture.state:
        case State.WAITING if ends:
            settle.settle_fixture(fixture, Verdict(How.VOID, NEVER_CAME_UP))
        case State.ARRANGING:
            settle.settle_fixture(fixture, _without_appointment(fixture))
        case State.RUNNING:
            _stop(fixture)


def _stop(fixture: Fixture) -> None:
    assert fixture.match is not None
    if fixture.match.status != Match.Status.RUNNING:
        settle.take_result(fixture.pk)
        return
    verdict = settle.unfinished_verdict(fixture, NOT_OVER)
    begin.stop_match(fixture)
    settle.settle_fixture(fixture, verdict)


def _without_appointment(fixture: Fixture) -> Verdict:
    holders = tables.place_holders(fixture.division)
    seats = list(fixture.seats.all())
    asked = [seat for seat in seats if begin.is_asked(holders[seat.entry_id])]
    gone = {seat.seat for seat in seats if holders[seat.entry_id].dropped_at is not None}
    silent = {seat.seat for seat in asked if not seat.answered}
    if len(silent) == len(asked):
        return settle.walkover_verdict(fixture, set(), NOBODY_ANSWERED)
    here = {seat.seat for seat in seats} - gone - silent
    return settle.walkover_verdict(fixture, here, SOME_ANSWERED if silent else NO_APPOINTMENT)


@transaction.atomic
def remind_players(fixture_id: int) -> None:
    """Tell the players of a fixture what is near; once for each thing."""
    fixture = locks.lock_fixture(fixture_id)
    if fixture.state != State.ARRANGING or fixture.due_at is None:
        return
    now = clock.now()
    if begin.is_agreed(fixture, tables.place_holders(fixture.division)):
        assert fixture.appointment is not None
        at = fixture.appointment.isoformat()
        if now >= fixture.appointment - SOON and not _was_just_agreed(fixture):
            notify.notify_players(fixture, News.Kind.SOON, at, at=at)
    elif now >= fixture.due_at - min(EARLY, (fixture.due_at - _opened(fixture)) / 2):
        notify.notify_players(fixture, News.Kind.OVERDUE)


def _was_just_agreed(fixture: Fixture) -> bool:
    """Whether all were told of the appointment, or agreed last, when it was that near already."""
    assert fixture.appointment is not None
    told = fixture.news.filter(kind=News.Kind.AGREED, at__gte=fixture.appointment - SOON)
    return told.filter(situation=str(fixture.appointment_changes)).exists()


def _opened(fixture: Fixture) -> datetime:
    return fixture.opened_at or fixture.division.season.begins_at
