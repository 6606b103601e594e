"""The backlog of the server, as `/readyz`, metrics and the operator's page count it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from core import clock
from matches.models import Deadline, Outbox, Round
from matches.store import backlog, outbox
from matches.store.backlog import Late
from tests.platform.matches.cast import dealt, person

pytestmark = pytest.mark.django_db

NOW = 1_800_000_000_000


@pytest.fixture(autouse=True)
def quiet() -> Iterator[Round]:
    """Return a round that owes nothing, and stop the clock."""
    match = dealt(person("Alice"), bots=2)
    Outbox.objects.all().delete()
    Deadline.objects.all().delete()
    with clock.stopped(NOW):
        yield match.rounds.get()


def owe(round_: Round, kind: str, seat: int | None, due_ms: int) -> Outbox:
    return Outbox.objects.create(kind=kind, round=round_, seat=seat, version=1, due_ms=due_ms)


def test_a_server_that_is_in_time_is_behind_with_nothing(quiet: Round) -> None:
    owe(quiet, outbox.BOT_TURN, 1, NOW + 1)
    owe(quiet, outbox.TURN, 0, NOW + 3_600_000)
    Deadline.objects.create(round=quiet, kind="turn", seat=0, due_ms=NOW + 1)
    none = Late(0, 0)
    assert backlog.measure() == backlog.Backlog(none, none, none, 0)


def test_each_kind_is_counted_by_itself(quiet: Round) -> None:
    owe(quiet, outbox.BOT_TURN, 1, NOW - 300)
    owe(quiet, outbox.ORDER, 0, NOW - 700)
    owe(quiet, outbox.ROUND_FINISHED, None, NOW - 50)
    Deadline.objects.create(round=quiet, kind="turn", seat=0, due_ms=NOW - 20)
    found = backlog.measure()
    assert found == backlog.Backlog(Late(2, 700), Late(1, 20), Late(1, 50), 0)
    assert not found.busy


def test_what_is_worked_on_is_as_old_as_before_it_was_claimed(quiet: Round) -> None:
    row = owe(quiet, outbox.BOT_TURN, 1, NOW - 100)
    assert outbox.claim_row(row.pk) is not None
    with clock.stopped(NOW + 2_500):
        assert backlog.measure().turns == Late(
            1, 2_500
        )  # counted from the claim: the earlier time is not known
    with clock.stopped(NOW + outbox.RETRY_MS):
        assert outbox.claim_row(row.pk) is not None
        assert backlog.measure().turns == Late(1, outbox.RETRY_MS)


def test_a_task_that_keeps_failing_makes_no_server_busy(quiet: Round) -> None:
    """A failing task counts as a fault, not as late work."""
    row = owe(quiet, outbox.BOT_TURN, 1, NOW - 60_000)
    assert backlog.measure().busy
    outbox.mark_tried_in_vain(row.round.match_id)
    assert backlog.measure() == backlog.Backlog(Late(0, 0), Late(0, 0), Late(0, 0), 1)


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of rows that are sent from now on."""
    cache.clear()
    sent: list[int] = []
    monkeypatch.setattr(
        outbox, "send_rows", lambda rows, now_ms: sent.extend(pk for pk, _, _ in rows)
    )
    return sent


def test_what_waits_in_a_queue_is_not_sent_again_each_second(
    quiet: Round, tasks: list[int]
) -> None:
    row = owe(quiet, outbox.BOT_TURN, 1, NOW - 100)
    for second in range(4):
        with clock.stopped(NOW + second * 1_000):
            outbox.send_overdue()
    assert tasks == [row.pk]
    with clock.stopped(NOW + outbox.RETRY_MS):
        outbox.send_overdue()
    assert tasks == [row.pk, row.pk]


def test_what_valkey_has_lost_is_sent_again_at_once(quiet: Round, tasks: list[int]) -> None:
    row = owe(quiet, outbox.BOT_TURN, 1, NOW - 100)
    outbox.send_overdue()
    cache.clear()  # and its queues
    outbox.send_overdue()
    assert tasks == [row.pk, row.pk]


def test_bots_do_not_crowd_out_what_people_wait_for(quiet: Round, tasks: list[int]) -> None:
    bots = [owe(quiet, outbox.BOT_TURN, seat, NOW - 900 + seat) for seat in range(3)]
    settling = owe(quiet, outbox.ROUND_FINISHED, None, NOW - 100)
    outbox.send_overdue(limit=2)
    assert tasks == [settling.pk, bots[0].pk, bots[1].pk]
