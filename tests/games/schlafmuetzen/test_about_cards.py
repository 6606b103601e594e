"""The explanations of the cards of Schlafmützen."""

from __future__ import annotations

from games.schlafmuetzen import cards
from tests.games.about import all_explained, explanations


def test_every_face_is_explained_with_its_clause() -> None:
    all_explained("schlafmuetzen", {*map(str, range(1, cards.HIGHEST + 1)), "back"})


def test_no_card_of_a_race_is_explained_first() -> None:
    first = {face for face, about in explanations("schlafmuetzen").items() if about.first}
    assert first == set()
