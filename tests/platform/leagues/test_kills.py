"""A process that works on a league may die at any time: the next one completes the work, once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from config.local.embedded.testing import BEGUN
from core.refusals import Refused
from leagues.models import Division, Fixture, FixtureSeat, Season, TableChange
from leagues.season.division_results import division_results
from leagues.services import locks
from leagues.services.entries.sign_up import sign_up
from leagues.services.fixtures import decide_fixture
from leagues.services.seasons.advance_leagues import advance_leagues
from matches.models import Match, Outbox
from matches.services import correct
from matches.store import outbox
from ratings.models import Rating
from ratings.services import recompute_ratings
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.matches.cast import GAME

ROOT = Path(__file__).resolve().parents[3]


class Killed(BaseException):
    """An error that no code of the platform catches."""


@contextmanager
def dying_after(statements: int) -> Iterator[None]:
    left = [statements]

    def count(execute: Any, *given: Any) -> Any:
        left[0] -= 1
        if left[0] == -1:
            raise Killed
        return execute(*given)

    with connection.execute_wrapper(count):
        yield


def opened(days: Days, players: int) -> Season:
    """Return a season whose sign-up is over at the next sweep."""
    with days.now():
        winter = cast.league(cast.organiser())
        advance_leagues()
        advance_leagues()
        season = winter.seasons.get()
        for player in cast.people(players):
            sign_up(season.pk, player)
    return season


def check_whole(season: Season) -> None:
    """Check that all divisions are drawn once with all players, and each running fixture has its
    match.
    """
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    assert Division.objects.count() == 2
    assert Fixture.objects.count() == 12
    assert FixtureSeat.objects.count() == 24
    assert list(TableChange.objects.values_list("number", "kind")) == [(1, "drawn")] * 2
    running = Fixture.objects.filter(state=Fixture.State.RUNNING)
    assert running.count() == Match.objects.count() == 12
    assert season.news.filter(kind="begun").count() == 8


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", [61, pytest.param(19, marks=pytest.mark.soak)])
def test_killed_before_every_so_many_statements_it_is_done_once(step: int) -> None:
    days = Days()
    season = opened(days, 8)
    days.ms += round(7.01 * cast.DAY)
    died = 0
    with days.now():
        for statements in range(5, 400, step):
            try:
                with dying_after(statements):
                    advance_leagues()
            except Killed:
                died += 1
        advance_leagues()
    assert died > 100 / step
    check_whole(season)


def numbers(season: Season) -> list[object]:
    """Return the numbers that depend on results: the table with its history, and the ratings."""
    division = season.divisions.get()
    table = division_results(division).table()
    return [
        [(row.player, row.place, str(row.points)) for row in table],
        list(division.changes.values_list("number", "kind", "reason", "table")),
        list(Rating.objects.order_by("user").values_list("user", "mu", "sigma", "matches")),
    ]


def deliver() -> None:
    """Deliver a changed result as the server does: to the league, then to the ratings."""
    Outbox.objects.update(due_ms=0)
    cast.tell()
    recompute_ratings.catch_up(GAME)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.soak)])
def test_a_correction_survives_a_crash_half_way(step: int) -> None:
    days = Days()
    olga = cast.organiser()
    season = cast.running(days, olga, cast.people(4))
    fixtures = Fixture.objects.filter(division__season=season).order_by("number")
    with days.now():
        for fixture in fixtures:
            cast.play(fixture, [7, 2])
        recompute_ratings.catch_up(GAME)
        before = numbers(season)
        match = fixtures[0].match
        assert match is not None
        for statements in range(1, 40, step):
            try:
                with dying_after(statements):
                    said = correct.correct_points(
                        match.pk, 1, {1: 9}, by=olga, reason="The word was good."
                    )
                break
            except Killed:
                assert not match.corrections.exists()
                assert numbers(season) == before
        assert statements > 5
        # The result is stored; the process that reports it to the league and the ratings dies
        # repeatedly.
        died = 0
        for statements in range(1, 400, step):
            try:
                with dying_after(statements):
                    deliver()
                break
            except Killed:
                died += 1
        assert died > 15 / step
        assert not Outbox.objects.filter(kind=outbox.CORRECTED).exists()
        after = numbers(season)
        assert (after[0], after[2]) != (before[0], before[2])
        history = list(fixtures[0].history.values_list("kind", "reason"))
        assert history == [("result", ""), ("correction", "The word was good.")]
        call_command("rebuild_ratings", "--check", stdout=StringIO())
        deliver()
        assert numbers(season) == after
        correct.undo_correction(said.pk, by=olga, reason="It was not.")
        deliver()
        undone = numbers(season)
        assert (undone[0], undone[2]) == (before[0], before[2])


@pytest.mark.django_db(transaction=True)
def test_of_two_organisers_who_decide_at_once_one_is_told() -> None:
    days = Days()
    olga = cast.organiser()
    season = cast.running(days, olga, cast.people(2), matches_each=1)
    fixture = Fixture.objects.get(division__season=season)
    answers: list[str] = []

    def decides(here: set[int]) -> None:
        try:
            with days.now():
                decide_fixture.award_walkover(
                    fixture.pk, olga, here, reason=f"Seat {here} came.", seen=0
                )
            answers.append("decided")
        except Refused as refused:
            answers.append(refused.refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=decides, args=({seat},)) for seat in (0, 1)]
    with transaction.atomic():
        locks.lock_division(fixture.division_id)  # both have read the page; now they wait
        for thread in threads:
            thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(answers) == ["changed_meanwhile", "decided"]
    assert fixture.history.filter(kind="decision").count() == 1
    assert sorted(seat.place or 0 for seat in fixture.seats.all()) == [1, 2]


SWEEP = """
import os
import signal
import sys

import django
django.setup()
from django.db import connection
from core import clock
from leagues.services.seasons.advance_leagues import advance_leagues

left = int(sys.argv[2])

def count(execute, *given):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(*given)

with clock.stopped(int(sys.argv[1])), connection.execute_wrapper(count):
    advance_leagues()
"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kills", [(60,), pytest.param((30, 60, 150), marks=pytest.mark.soak)])
def test_a_process_that_is_killed_leaves_nothing_half_done(kills: tuple[int, ...]) -> None:
    days = Days()
    season = opened(days, 8)
    days.ms += round(7.01 * cast.DAY)
    for statements in kills:
        done = subprocess.run(
            [sys.executable, "-c", SWEEP, str(days.ms), str(statements)],
            env=os.environ | there(),
            cwd=ROOT,
            check=False,
        )
        assert done.returncode == -signal.SIGKILL
    with days.now():
        advance_leagues()
    check_whole(season)
    cast.play_all(days, season)


def there() -> dict[str, str]:
    """Return the environment of a process that uses the database of this test."""
    here = urlsplit(os.environ["DATABASE_URL"])
    return {
        "DATABASE_URL": here._replace(path=f"/{connection.settings_dict['NAME']}").geturl(),
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        BEGUN: "",  # it starts no services of its own, unlike each worker of parallel tests
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
    }
