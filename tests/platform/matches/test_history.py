"""What a table knows already is not asked for again, and is right all the same."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.kernel.contract import Event
from games.kernel.events import private_event, public_event
from matches.table import known
from matches.table.history import Happened, History
from matches.table.lookup import load_table
from matches.table.snapshot import Table
from tests.platform.matches.cast import act, dealt, person

MOMENT = Event(kind="seen", moment=True, log={"less": 1})
FIRST = [
    Happened(0, 1, (public_event("dealt"),)),
    Happened(1, 2, (private_event(0, "drew"), MOMENT)),
]
MORE = [Happened(2, 3, (private_event(1, "drew"),)), Happened(3, 4, (public_event("laid"), MOMENT))]


def kinds(history: History, viewer: int | None) -> tuple[list[str], list[tuple[int, str]], int]:
    told = history.told(viewer, "plainly", lambda event: event.kind + "-" * bool(event.data))
    return told.log, told.moments, told.seen


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_history_that_went_on_tells_what_a_whole_one_tells(viewer: int | None) -> None:
    first = History(FIRST)
    before = kinds(first, viewer)
    grown = History(MORE, before=first)
    assert kinds(grown, viewer) == kinds(History(FIRST + MORE), viewer)
    # Somebody may still be looking at the shorter one.
    assert kinds(first, viewer) == before
    assert kinds(grown, viewer) == kinds(History(FIRST + MORE), viewer)


def test_moments_are_counted_by_what_the_viewer_saw() -> None:
    assert kinds(History(FIRST + MORE), 0)[1:] == ([(2, "seen"), (3, "seen")], 3)
    assert kinds(History(FIRST + MORE), 1)[1:] == ([(2, "seen"), (4, "seen")], 4)


@pytest.fixture
def running(transactional_db: None):
    return dealt(person("Alice"), person("Bob"))


def told(table: Table) -> list[tuple[int, int, tuple[Event, ...]]]:
    return [(one.number, one.at_ms, one.events) for one in table.history]


def test_a_table_that_was_looked_at_is_the_same_as_one_that_was_not(running) -> None:
    for _ in range(6):
        again = load_table(running.pk)
        known.forget_all()
        anew = load_table(running.pk)
        assert (again.version, again.live.state) == (anew.version, anew.live.state)
        assert told(again) == told(anew)
        act(running)


def test_a_table_is_one_statement(running) -> None:
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            load_table(running.pk)
        assert len(queries) == 1


def test_what_was_rolled_back_is_forgotten(running) -> None:
    before = told(load_table(running.pk))
    with transaction.atomic():
        act(running)
        assert len(told(load_table(running.pk))) > len(before)
        transaction.set_rollback(True)
    assert told(load_table(running.pk)) == before
