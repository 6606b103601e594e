"""A standing order answers when a person might: spread over time, awake, before the deadline.

Before, all answers by correspondence came within a hundredth of the limit, even at four in the
morning. The times of moves then revealed which players had standing orders.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from statistics import median

import pytest
from django.db import transaction

from accounts.hours import DAY, Hours
from accounts.services import vacation
from core import clock
from games.kernel.contract import Deadline
from matches import tasks
from matches.engine.clocks import ClockPauses, Clocks, PersonalTime, Span
from matches.models import Outbox
from matches.services.rounds import orders, pending
from matches.services.rounds.order_times import answers_at_ms
from matches.store import outbox
from matches.store.lock_round import lock_round
from tests.platform.matches.test_orders import holder
from tests.platform.matches.test_take_back import BEGIN, led, three

HOUR = 60 * 60 * 1000
MIDNIGHT = 1_800_057_600_000
"""In UTC, in milliseconds."""
ANY_TIME = Hours()
LOTS = [number / 200 for number in range(200)]


def answers(
    begins_ms: int, limit_ms: int, hours: Hours = ANY_TIME, vacations: tuple[Span, ...] = ()
) -> list[int]:
    """Return the answer times of orders for a turn that begins then."""
    people = {1: PersonalTime(hours=hours, vacations=vacations)}
    clocks = Clocks({"turn": limit_ms}, pauses=ClockPauses(people=people))
    deadline = Deadline(kind="turn", seat=1, since_ms=begins_ms)
    due_ms = clocks.due_ms(deadline)
    assert due_ms is not None
    found = [answers_at_ms(clocks, deadline, 1, lot, begins_ms + 2_000, begins_ms) for lot in LOTS]
    assert all(begins_ms < at < due_ms for at in found)
    return found


def hour_of(at_ms: int) -> int:
    return datetime.fromtimestamp(at_ms / 1000, tz=UTC).hour


@pytest.mark.parametrize("limit_ms", [12 * HOUR, 24 * HOUR, 72 * HOUR])
@pytest.mark.parametrize("hour", [0, 4, 8, 13, 18, 22])
def test_nobody_answers_at_night(limit_ms: int, hour: int) -> None:
    found = answers(MIDNIGHT + hour * HOUR, limit_ms)
    assert {hour_of(at) for at in found} <= set(range(7, 23))


@pytest.mark.parametrize("limit_ms", [12 * HOUR, 24 * HOUR, 72 * HOUR])
def test_some_answer_soon_and_some_late(limit_ms: int) -> None:
    begins = MIDNIGHT + 9 * HOUR
    waits = [at - begins for at in answers(begins, limit_ms)]
    assert sum(wait <= limit_ms / 100 for wait in waits) < len(waits) / 3
    assert limit_ms / 50 < median(waits) < limit_ms / 3
    assert max(waits) > limit_ms / 2


def test_quiet_hours_and_the_day_of_rest_are_kept() -> None:
    begins = MIDNIGHT + 12 * HOUR
    tomorrow = datetime.fromtimestamp((begins + 24 * HOUR) / 1000, tz=UTC).weekday()
    hours = Hours(quiet_begins=9 * 60, quiet_ends=17 * 60, rest_day=tomorrow)
    found = [datetime.fromtimestamp(at / 1000, tz=UTC) for at in answers(begins, 24 * HOUR, hours)]
    assert not {at.hour for at in found} & set(range(9, 17))
    assert hours.rest_day not in {at.weekday() for at in found}


@pytest.mark.parametrize("limit_ms", [2 * HOUR, 12 * HOUR, 72 * HOUR])
@pytest.mark.parametrize("away", [(-24, 37), (-24, 49), (12, 84), (13, 25)])
def test_nobody_answers_on_vacation(limit_ms: int, away: tuple[int, int]) -> None:
    """No order answers while the player is known to be away and their clock does not run.

    This also holds if they are back at night and the deadline is before the morning.
    """
    begins_ms, ends_ms = (MIDNIGHT + hours * HOUR for hours in away)
    found = answers(MIDNIGHT + 12 * HOUR, limit_ms, vacations=((begins_ms, ends_ms),))
    assert not any(begins_ms <= at < ends_ms for at in found)


def test_a_player_who_is_back_has_the_same_time_as_before() -> None:
    """The answers wait for the end of the vacation, and are spread over the rest of the time."""
    back_ms = MIDNIGHT + 81 * HOUR
    waits = [
        at - back_ms
        for at in answers(
            MIDNIGHT + 12 * HOUR, 12 * HOUR, vacations=((MIDNIGHT + 10 * HOUR, back_ms),)
        )
    ]
    assert min(waits) >= 0
    assert 12 * HOUR / 50 < median(waits) < 12 * HOUR / 3
    assert max(waits) > 12 * HOUR / 2


def test_a_player_with_time_only_at_night_answers_at_night() -> None:
    """Answering before the deadline has priority."""
    found = answers(MIDNIGHT, 2 * HOUR)
    assert max(found) < MIDNIGHT + 2 * HOUR


def test_at_a_live_table_it_takes_seconds() -> None:
    begins = MIDNIGHT + 4 * HOUR
    waits = [at - begins for at in answers(begins, 45_000)]
    assert 2_000 <= min(waits) < median(waits) < 5_000 < max(waits) < 12_000


def test_word_that_is_left_late_is_done_before_time_is_up() -> None:
    begins, limit = MIDNIGHT + 9 * HOUR, 12 * HOUR
    clocks = Clocks({"turn": limit}, pauses=ClockPauses(people={1: PersonalTime()}))
    deadline = Deadline(kind="turn", seat=1, since_ms=begins)
    for now in (begins + limit - 5_000, begins + limit - 1_500):
        found = {answers_at_ms(clocks, deadline, 1, lot, now + 2_000, now) for lot in LOTS}
        assert all(now <= at < begins + limit for at in found)


@pytest.mark.django_db
def test_the_times_of_a_round_are_spread_like_that() -> None:
    """The whole path: a day a move, and as many matches as keys."""
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        orders.give_order(match.pk, holder(match, seat), "pass")
        (due_ms,) = match.rounds.get().deadlines.values_list("due_ms", flat=True)
        with transaction.atomic():
            locked = lock_round(match.pk)
            assert locked is not None
            assert locked.live is not None
            found = [
                pending.order_due_ms(
                    replace(locked, match_id=uuid.UUID(int=number)), locked.live, seat
                )
                for number in range(200)
            ]
    times = [at for at in found if at is not None]
    waits = [at - BEGIN for at in times]
    assert len(waits) == 200
    assert max(times) < due_ms
    assert sum(wait <= DAY * 60_000 // 100 for wait in waits) < 80
    assert max(waits) > DAY * 60_000 // 3
    assert {hour_of(at) for at in times} <= set(range(7, 23))


@pytest.mark.django_db
def test_an_order_left_before_a_vacation_waits_for_its_end() -> None:
    """The whole path: the player goes on vacation before the order answers, and it does not act
    then.
    """
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        user = holder(match, seat)
        orders.give_order(match.pk, user, "pass")
        today = vacation.today_of(user)
        away = vacation.go_away(user, today, today + timedelta(days=2))
    moves = match.rounds.get().moves.count()
    with clock.stopped(BEGIN + HOUR):
        Outbox.objects.filter(round__match=match, kind=outbox.ORDER).update(due_ms=BEGIN + HOUR)
        tasks.carry_out_order(Outbox.objects.get(round__match=match, kind=outbox.ORDER).pk)
    assert match.rounds.get().moves.count() == moves
    entry = Outbox.objects.get(round__match=match, kind=outbox.ORDER)
    (due_ms,) = match.rounds.get().deadlines.values_list("due_ms", flat=True)
    assert away.ends_ms <= entry.due_ms < due_ms
    with clock.stopped(entry.due_ms):
        tasks.carry_out_order(entry.pk)
    assert match.rounds.get().moves.count() > moves


@pytest.mark.django_db
def test_an_order_is_in_time_if_its_giver_is_back_early() -> None:
    """The deadline is then earlier, and so is the answer that was planned after the vacation."""
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        user = holder(match, seat)
        today = vacation.today_of(user)
        away = vacation.go_away(user, today, today + timedelta(days=6))
        orders.give_order(match.pk, user, "pass")
        entry = Outbox.objects.get(round__match=match, kind=outbox.ORDER)
        assert entry.due_ms >= away.ends_ms
    with clock.stopped(BEGIN + HOUR):
        vacation.come_back(user, away.pk)
    entry.refresh_from_db()
    (due_ms,) = match.rounds.get().deadlines.values_list("due_ms", flat=True)
    assert BEGIN + HOUR <= entry.due_ms < due_ms
