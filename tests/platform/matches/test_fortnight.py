"""A match of every game by correspondence for a simulated fortnight, and every deadline in it.

Ada is quiet at night and rests on Sundays; Ben goes on vacation; Cem is away for a while. The
table pauses once, and the server is down for an hour once (`tests.platform.matches.fortnight`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import Q

from config.celery import app
from games.kernel import registry
from matches.models import Departure, Move, Outbox, Seat
from notifications.models import Kind, Notice
from tests.platform.matches.fortnight import (
    DAY,
    FORTNIGHT,
    HOUR,
    LONGEST,
    MONDAY,
    Habits,
    Table,
)
from tests.platform.notifications.cast import reached_by_mail

pytestmark = pytest.mark.django_db

PEOPLE = {
    "Ada": Habits("Europe/Berlin", quiet=(22, 7), rest=6),
    "Ben": Habits("America/New_York"),
    "Cem": Habits("Asia/Tokyo", quiet=(0, 6)),
}
ADA, BEN, CEM = range(3)


@pytest.fixture(autouse=True)
def _worked_at_once(settings: Any) -> Iterator[None]:
    """Run tasks of the sweep at once, and raise their errors."""
    settings.CAN_MAIL = True
    app.conf.update(task_always_eager=True, task_eager_propagates=True)
    yield
    app.conf.update(task_always_eager=False, task_eager_propagates=False)


def seat_of_cem(table: Table) -> Seat:
    return table.match.seats.get(number=CEM)


def played(table: Table, *, by_bot: bool) -> int:
    """Return the number of moves of Cem's seat, made by him or by a bot."""
    moves = Move.objects.filter(round__match=table.match, seat=CEM)
    is_bots = Q(key__startswith="bot-")
    return moves.filter(is_bots if by_bot else ~is_bots).count()


def wait(table: Table, come_true: Callable[[], object]) -> None:
    """Let time pass hour by hour until the condition is true."""
    while not come_true():
        assert table.now < MONDAY + LONGEST
        table.until(table.now + HOUR)


BRIEFLY = "daumen_drauf"
"""The game of the short run, which tests the server; the long run tests each game's deadlines."""


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(slug, marks=[] if slug == BRIEFLY else pytest.mark.soak)
        for slug in registry.games()
    ],
)
def test_every_deadline_of_a_fortnight_is_where_it_should_be(slug: str) -> None:
    table = Table(registry.get(slug), PEOPLE)
    cem = table.users[CEM]
    reached_by_mail(cem)
    table.pause(MONDAY + DAY + 12 * HOUR, 9 * HOUR)
    table.until(MONDAY + 2 * DAY)
    table.leave(BEN, date(2026, 10, 24), date(2026, 10, 25))
    table.go_down(MONDAY + 3 * DAY + 3 * HOUR, HOUR)

    table.away.add(cem)
    wait(table, lambda: seat_of_cem(table).missed == 1)
    assert not seat_of_cem(table).stand_in
    wait(table, lambda: seat_of_cem(table).stand_in)
    away = Departure.objects.get(user=cem)
    assert (away.why, away.back_at) == (Departure.Why.AWAY, None)
    reminders = Notice.objects.filter(user=cem, kind=Kind.DEADLINE, at__lt=away.at)
    assert reminders.count() >= 2, "one before each time-out"

    wait(table, lambda: played(table, by_bot=True))
    by_hand = played(table, by_bot=False)
    table.come_back(CEM)
    assert not seat_of_cem(table).stand_in
    wait(table, lambda: played(table, by_bot=False) > by_hand)
    table.until(max(table.now, MONDAY + FORTNIGHT))
    away.refresh_from_db()
    assert away.back_at is not None
    assert table.judged > 50
    call_command("verify_matches", stdout=StringIO(), stderr=StringIO())
    assert not Outbox.objects.filter(due_ms__lte=table.now).exists()
