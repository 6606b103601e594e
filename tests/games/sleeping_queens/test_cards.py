"""The number of cards (RULES.md 1)."""

from __future__ import annotations

from collections import Counter

from games.sleeping_queens.cards import DECK, FACES, QUEEN_POINTS, QUEENS

IN_THE_DECK = Counter(FACES[face] for face in DECK)


def test_twelve_queens() -> None:
    """RULES.md 1.1."""
    assert dict(zip(QUEENS, QUEEN_POINTS, strict=True)) == {
        "heart": 20, "cat": 15, "dog": 15, "pancake": 15, "moon": 10, "peacock": 10, "ladybug": 10,
        "sunflower": 10, "rose": 5, "cake": 5, "rainbow": 5, "starfish": 5,
    }  # fmt: skip
    assert sum(QUEEN_POINTS) == 125


def test_special_cards() -> None:
    """RULES.md 1.2."""
    specials = {name: count for name, count in IN_THE_DECK.items() if not name.isdigit()}
    assert specials == {"king": 8, "jester": 5, "knight": 4, "potion": 4, "dragon": 3, "wand": 3}


def test_number_cards() -> None:
    """RULES.md 1.3."""
    numbers = {name: count for name, count in IN_THE_DECK.items() if name.isdigit()}
    assert numbers == {str(value): 4 for value in range(1, 11)}


def test_queens_are_no_playing_cards() -> None:
    """RULES.md 1.4."""
    assert IN_THE_DECK.total() == 67
    assert not IN_THE_DECK.keys() & set(QUEENS)
