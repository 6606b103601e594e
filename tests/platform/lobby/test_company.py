"""The people whom a quick match would meet, by game and tempo."""

from __future__ import annotations

import pytest

from games.kernel import registry
from lobby.company import quick_games
from matches.models import Match
from matches.services.seating import tables
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

GAME = "sleeping_queens"


def people_at(tempo: str) -> tuple[int, int]:
    (game,) = quick_games([registry.get(GAME).meta])
    (found,) = [one for one in game.tempos if one.tempo.slug == tempo]
    return found.waiting, found.playing


def test_people_at_public_tables_count_once_per_tempo() -> None:
    alice, bob = cast.alice(), cast.bob()
    tables.open_match(alice, GAME, seats=3, tempo="live", public=True)
    tables.open_match(bob, GAME, seats=3, tempo="live")
    assert people_at("live") == (1, 0)
    assert people_at("correspondence") == (0, 0)
    Match.objects.filter(host=alice).update(status=Match.Status.RUNNING)
    assert people_at("live") == (0, 1)


def test_the_page_says_so() -> None:
    tables.open_match(cast.alice(), GAME, seats=3, tempo="live", public=True)
    assert "1 waits" in " ".join(cast.browser().get("/tables/").content.decode().split())
