"""A game with words of one language states it before a player sits down."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.kernel import registry
from matches.present.game_words import foreign_words
from matches.services.seating import tables
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

SLUG = next(slug for slug, game in registry.games().items() if game.meta.words)


def test_every_way_to_a_table_says_it_and_only_where_it_is_news() -> None:
    alice = cast.alice()
    match = tables.open_match(alice, SLUG, seats=3, public=True)
    ways = (
        "/",
        f"/play/{SLUG}/friends/",
        "/tables/",
        f"/join/{match.invite}/",
        f"/matches/{match.pk}/",
    )
    for path in ways:
        english = cast.browser(alice if "join" not in path else None).get(path, follow=True)
        german = cast.browser().get(path, headers={"accept-language": "de"})
        assert "German words" in english.content.decode(), path
        assert "Gespielt wird mit Wörtern" not in german.content.decode(), path


def test_games_that_need_no_words_say_nothing() -> None:
    for game in registry.games().values():
        with translation.override("en"):
            assert bool(foreign_words(game.meta)) is (game.meta.words == "de")
        with translation.override("de"):
            assert foreign_words(game.meta) == ""
    page = cast.browser().get("/play/sleeping_queens/friends/").content.decode()
    assert "German words" not in page
