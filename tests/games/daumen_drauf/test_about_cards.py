"""The explanations of the cards of Daumen drauf!."""

from __future__ import annotations

from games.daumen_drauf import cards
from tests.games.about import all_explained, explanations


def test_every_face_is_explained_with_its_clause() -> None:
    all_explained("daumen_drauf", {*cards.CARDS, *cards.FACES, "back"})


def test_your_snakes_are_explained_first() -> None:
    first = {face for face, about in explanations("daumen_drauf").items() if about.first}
    assert first == set(cards.CARDS)
