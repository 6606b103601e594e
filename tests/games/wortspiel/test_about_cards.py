"""The explanations of the cards of Wortspiel."""

from __future__ import annotations

from games.wortspiel import cards
from tests.games.about import all_explained, explanations


def test_every_face_is_explained_with_its_clause() -> None:
    all_explained("wortspiel", {*(f"frame-{colour}" for colour in cards.COLOURS), "back"})


def test_no_card_of_a_race_is_explained_first() -> None:
    first = {face for face, about in explanations("wortspiel").items() if about.first}
    assert first == set()
