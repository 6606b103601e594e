"""Data of a table that are cached are not queried again, and are still right."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from core.rendering.fragments import Board
from games.kernel.contract import Event
from games.kernel.events import private_event, public_event
from matches.models import Match
from matches.present import board
from matches.present.board import draw_board
from matches.store import history, load_match, recent_looks
from matches.store.history import Happened, History
from matches.store.load_match import load_table
from matches.store.snapshot import Table
from tests.platform.matches.cast import act, dealt, person
from tests.sure import sure

MOMENT = Event(kind="seen", moment=True, log={"less": 1})
FIRST = [
    Happened(0, 1, (public_event("dealt"),)),
    Happened(1, 2, (private_event(0, "drew"), MOMENT)),
]
MORE = [Happened(2, 3, (private_event(1, "drew"),)), Happened(3, 4, (public_event("laid"), MOMENT))]


def kinds(of: History, viewer: int | None) -> tuple[list[str], list[tuple[int, str]], int]:
    told = of.log_for(viewer, "plainly", lambda event: event.kind + "-" * bool(event.data))
    return told.log, told.moments, told.seen


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_history_that_went_on_tells_what_a_whole_one_tells(viewer: int | None) -> None:
    first = History(FIRST)
    before = kinds(first, viewer)
    grown = History(MORE, before=first)
    assert kinds(grown, viewer) == kinds(History(FIRST + MORE), viewer)
    # Another reader may still use the shorter one.
    assert kinds(first, viewer) == before
    assert kinds(grown, viewer) == kinds(History(FIRST + MORE), viewer)


def test_moments_are_counted_by_what_the_viewer_saw() -> None:
    assert kinds(History(FIRST + MORE), 0)[1:] == ([(2, "seen"), (3, "seen")], 3)
    assert kinds(History(FIRST + MORE), 1)[1:] == ([(2, "seen"), (4, "seen")], 4)


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("changes", [0, 1, 2, 9])
@pytest.mark.parametrize("lines", [1, 3, 40])
def test_who_needs_little_is_told_the_newest_of_it(
    viewer: int | None, changes: int, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "NEWEST", 1)
    everything = FIRST + MORE
    asked: list[tuple[int, int | None]] = []

    def older(before: int, most: int | None) -> list[Happened]:
        asked.append((before, most))
        return everything[0 if most is None else max(0, before - most) : before]

    def line_of(event: Event) -> str:
        return event.kind

    whole = History(everything).log_for(viewer, "plainly", line_of)
    shorter = History(FIRST[1:], older=older)
    if lines == 3:  # another reader has loaded it before
        shorter.log_for(viewer, "plainly", line_of, lines, changes)
    newest = History(MORE, before=shorter)
    told = newest.log_for(viewer, "plainly", line_of, lines, changes)
    assert told.log == whole.log[-lines:]
    before = whole.seen - told.seen
    expected = [one for one in whole.moments if one[0] > whole.seen - changes]
    assert [(before + number, moment) for number, moment in told.moments] == expected
    if lines == 1 and changes == 0:
        assert not asked
    assert list(newest) == everything
    again = newest.log_for(viewer, "plainly", line_of)
    assert (again.log, again.moments, again.seen) == (whole.log, whole.moments, whole.seen)


@pytest.fixture
def running(transactional_db: None) -> Match:
    return dealt(person("Alice"), person("Bob"))


def told(table: Table) -> list[tuple[int, int, tuple[Event, ...]]]:
    return [(one.number, one.at_ms, one.events) for one in table.history]


def test_looking_at_a_table_changes_nothing(running: Match) -> None:
    for _ in range(6):
        again = load_table(running.pk)
        recent_looks.forget_all()
        anew = load_table(running.pk)
        assert (again.version, sure(again.live).state) == (anew.version, sure(anew.live).state)
        assert told(again) == told(anew)
        act(running)


def test_a_table_is_one_statement(running: Match) -> None:
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            load_table(running.pk)
        assert len(queries) == 1


def pages(table: Table) -> list[Board]:
    return [draw_board(table, viewer, user_id=None, language="en") for viewer in (None, 0, 1)]


def test_a_long_log_is_read_where_somebody_asks_for_it(
    running: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(12):
        act(running)
    recent_looks.forget_all()
    whole = load_table(running.pk)
    expected = pages(whole), told(whole)
    for module in (history, load_match):
        monkeypatch.setattr(module, "NEWEST", 2)
    monkeypatch.setattr(board, "LINES", 3)
    running.seats.update(acknowledged=100)
    recent_looks.forget_all()
    table = load_table(running.pk)
    with CaptureQueriesContext(connection) as queries:
        pages(table)
    assert len(queries) == 0
    monkeypatch.setattr(board, "LINES", 40)
    running.seats.update(acknowledged=0)
    table = replace(load_table(running.pk), now_ms=whole.now_ms)
    assert (pages(table), told(table)) == expected


def test_what_was_rolled_back_is_forgotten(running: Match) -> None:
    before = told(load_table(running.pk))
    with transaction.atomic():
        act(running)
        assert len(told(load_table(running.pk))) > len(before)
        transaction.set_rollback(True)
    assert told(load_table(running.pk)) == before
