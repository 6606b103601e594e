"""The number of cards (RULES.md 1)."""

from __future__ import annotations

from collections import Counter

from games.siebenschlaefer.cards import DECK, names


def test_two_decks_without_suits() -> None:
    """RULES.md 1.1."""
    values = [*map(str, range(2, 11)), "jack", "queen", "king", "ace"]
    assert Counter(names(DECK)) == dict.fromkeys(values, 8)
