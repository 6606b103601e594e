"""The sleepyhead cards: values from 1, five of each, no suits (RULES.md 1).

A card is its value: equal cards are not distinguished.
"""

from __future__ import annotations

from typing import Final

Card = int
Pile = tuple[Card, ...]
"""A pile, from bottom to top."""

HIGHEST: Final = 20
ALIKE: Final = 5
"""Number of cards of each value, and of middle piles."""
NONE: Final = 0
"""No card."""


def _up_to(highest: Card) -> Pile:
    return tuple(value for value in range(2, highest + 1) for _ in range(ALIKE))


WHOLE_PACK: Final = _up_to(HIGHEST)
"""The cards to deal; the five 1s are in the middle (RULES.md 1.2)."""
HALF_PACK: Final = _up_to(HIGHEST // 2)
"""The same with half of the cards (RULES.md 1.5)."""


def dealt(cards: Pile, seats: int, first: int) -> tuple[Pile, ...]:
    """Deal one card at a time clockwise, the first one to the beginner (RULES.md 1.3).

    Return the draw piles by seat, each from bottom to top.
    """
    return tuple(cards[(seat - first) % seats :: seats] for seat in range(seats))
