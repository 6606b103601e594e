"""The explanations of the cards of Sleeping Queens."""

from __future__ import annotations

from games.sleeping_queens import cards
from tests.games.about import all_explained, explanations


def test_every_face_is_explained_with_its_clause() -> None:
    all_explained(
        "sleeping_queens",
        {*cards.FACES, *(f"queen-{queen}" for queen in cards.QUEENS), "asleep", "back"},
    )


def test_special_cards_are_explained_first() -> None:
    first = {face for face, about in explanations("sleeping_queens").items() if about.first}
    assert first == set(cards.SPECIALS)
