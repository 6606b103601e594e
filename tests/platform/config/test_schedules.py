"""Beat sends no task without work for it, and sends it at once with some."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from celery import current_app
from django.db import OperationalError

from config import celery
from config.schedules import WhileOwed
from core import clock
from matches.models import Deadline, Downtime, Outbox
from matches.services.clock import downtime, sweep
from matches.services.rounds import deadlines
from matches.store import outbox
from notifications.services import deliver
from tests.platform.matches.cast import dealt, person

pytestmark = pytest.mark.django_db

LONG_AGO = datetime.now(UTC) - timedelta(days=3)
SCHEDULE = "tests.platform.config.test_schedules.answer"


def answer() -> bool:
    raise NotImplementedError("each test says what")


@pytest.fixture
def schedule() -> WhileOwed:
    schedule = WhileOwed(2, SCHEDULE)
    schedule._app = current_app
    return schedule


def says(monkeypatch: pytest.MonkeyPatch, owed: bool | Exception) -> None:
    def said() -> bool:
        if isinstance(owed, Exception):
            raise owed
        return owed

    monkeypatch.setattr(SCHEDULE, said)


def test_what_is_owed_is_sent_for_at_the_next_look(
    schedule: WhileOwed, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, False)
    assert tuple(schedule.is_due(LONG_AGO)) == (False, 2)
    says(monkeypatch, True)
    assert tuple(schedule.is_due(LONG_AGO)) == (True, 2)


def test_nobody_asks_before_the_time(schedule: WhileOwed) -> None:
    is_due, wait = schedule.is_due(datetime.now(UTC))
    assert not is_due
    assert 0 < wait <= 2


def test_where_nobody_answers_the_task_is_sent(
    schedule: WhileOwed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.schedules.connection.close", lambda: None)
    says(monkeypatch, OperationalError("the database is away"))
    assert schedule.is_due(LONG_AGO).is_due


def test_what_beat_asks_for_is_there() -> None:
    asked = [
        entry["schedule"]
        for entry in current_app.conf.beat_schedule.values()
        if isinstance(entry["schedule"], WhileOwed)
    ]
    assert {schedule.is_owed for schedule in asked} == {
        f"{sweep.__name__}.is_owed",
        f"{deliver.__name__}.is_any_due",
    }
    assert [schedule._asked() for schedule in asked] == [False, False]


def nothing_is_owed() -> None:
    Outbox.objects.all().delete()
    Downtime.objects.update(next_match=None)
    assert not sweep.is_owed()


def test_a_sweep_is_owed_as_soon_as_a_deadline_is_due() -> None:
    dealt(person("Alice"), person("Bob"))
    nothing_is_owed()
    due_ms = min(Deadline.objects.values_list("due_ms", flat=True))
    with clock.stopped(due_ms - 1):
        assert not sweep.is_owed()
    with clock.stopped(due_ms):
        assert sweep.is_owed()
        assert deadlines.apply_due_deadlines() == 1


def test_a_sweep_is_owed_while_something_waits_in_the_outbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dealt(person("Alice"), person("Bob"))
    monkeypatch.setattr(outbox, "send_rows", lambda rows, now: None)
    nothing_is_owed()
    round_ = Deadline.objects.values_list("round", flat=True)[0]
    Outbox.objects.create(kind=outbox.ENDED, round_id=round_, version=0, due_ms=clock.now_ms())
    assert sweep.is_owed()
    assert outbox.send_overdue() == 1


def test_a_sweep_is_owed_until_a_downtime_is_credited() -> None:
    nothing_is_owed()
    Downtime.objects.create(begins_ms=1, ends_ms=2)
    assert sweep.is_owed()
    sweep.sweep_matches()
    assert downtime.credit_downtime() == 0
    assert not sweep.is_owed()


def test_connections_stay_in_workers_and_are_looked_after(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(celery, "close_old_connections", lambda: looked.append("looked"))
    celery._look_after_connections(current_app.tasks["matches.tasks.sweep"])
    assert looked == ["looked"]
    assert current_app.conf.get("CELERY_DB_REUSE_MAX") > 1, "as Celery itself asks for it"
