"""Whoever works on a league may die at any moment: what was half done is done once, by the next."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection

from leagues.models import Division, Fixture, FixtureSeat, Season, TableChange
from leagues.services import enter
from leagues.services.keep import keep
from matches.models import Match
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days

ROOT = Path(__file__).resolve().parents[3]


class Killed(BaseException):
    """Nothing in the house catches it."""


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
    """A season whose sign-up is over at the next sweep."""
    with days.now():
        winter = cast.league(cast.organiser())
        keep()
        keep()
        season = winter.seasons.get()
        for player in cast.people(players):
            enter.sign_up(season.pk, player)
    return season


def check_whole(season: Season) -> None:
    """All divisions drawn once, everybody in one of them, and each running fixture has its match."""
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
def test_killed_before_every_so_many_statements_it_is_done_once() -> None:
    days = Days()
    season = opened(days, 8)
    days.ms += round(7.01 * cast.DAY)
    died = 0
    with days.now():
        for statements in range(5, 400, 19):
            try:
                with dying_after(statements):
                    keep()
            except Killed:
                died += 1
        keep()
    assert died > 5
    check_whole(season)


SWEEP = """
import os
import signal
import sys

import django
django.setup()
from django.db import connection
from core import clock
from leagues.services.keep import keep

left = int(sys.argv[2])

def count(execute, *given):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(*given)

with clock.stopped(int(sys.argv[1])), connection.execute_wrapper(count):
    keep()
"""


@pytest.mark.django_db(transaction=True)
def test_a_process_that_is_killed_leaves_nothing_half_done() -> None:
    days = Days()
    season = opened(days, 8)
    days.ms += round(7.01 * cast.DAY)
    for statements in (30, 60, 150):
        done = subprocess.run(
            [sys.executable, "-c", SWEEP, str(days.ms), str(statements)],
            env=os.environ | there(),
            cwd=ROOT,
            check=False,
        )
        assert done.returncode == -signal.SIGKILL
    with days.now():
        keep()
    check_whole(season)
    cast.play_all(days, season)


def there() -> dict[str, str]:
    """The environment of a process that works on the database of this test."""
    here = urlsplit(os.environ["DATABASE_URL"])
    return {
        "DATABASE_URL": here._replace(path=f"/{connection.settings_dict['NAME']}").geturl(),
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
    }
