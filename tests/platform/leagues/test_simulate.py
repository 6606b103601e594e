"""Years in minutes: nothing is lost, doubled or unfair; and what is would be found."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from leagues.models import League
from matches.models import Match

pytestmark = pytest.mark.django_db


def run(*words: str) -> list[dict[str, Any]]:
    out, err = StringIO(), StringIO()
    try:
        call_command("simulate_league", *words, "--json", stdout=out, stderr=err)
    except CommandError as error:
        raise AssertionError(err.getvalue()) from error
    tallies: list[dict[str, Any]] = json.loads(out.getvalue())
    return tallies


@pytest.mark.parametrize("live", [False, True])
def test_seasons_pass_and_leave_nothing(live: bool) -> None:
    words = ["--players=9", "--seasons=2", "--seed=3", "--speedup", "--kills=4"]
    tallies = run(*words, *(["--live"] if live else []))
    assert [tally["season"] for tally in tallies] == [1, 2]
    assert all(tally["wrong"] == [] for tally in tallies)
    assert sum(tally["kills"] for tally in tallies) > 10
    assert not League.objects.exists()
    assert not Match.objects.exists()
    assert not User.objects.exists()
