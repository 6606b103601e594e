"""The next release can play on in a release's matches, also in those that wait for a time-out."""

from __future__ import annotations

import pytest

from games.kernel import registry
from matches.models import Match
from tools.release import running_matches

pytestmark = pytest.mark.django_db


def test_each_match_that_was_laid_takes_moves() -> None:
    laid = running_matches.lay()
    assert len(laid) == 2 * len(registry.games())
    assert all(laid.values())
    assert Match.objects.filter(status="running").count() == len(laid)
    played = running_matches.play_on()
    assert played.keys() == laid.keys()
    assert all(played.values())
