"""The explanations of the cards of Siebenschläfer."""

from __future__ import annotations

from games.siebenschlaefer import cards
from tests.games.about import all_explained, explanations


def test_every_face_is_explained_with_its_clause() -> None:
    all_explained("siebenschlaefer", {*cards.FACE_NAMED, "back"})


def test_cards_with_an_effect_are_explained_first() -> None:
    first = {face for face, about in explanations("siebenschlaefer").items() if about.first}
    assert first == {"7", "jack", "queen", "king", "ace"}
