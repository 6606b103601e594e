"""The sleepyhead cards: values from 1, five of each, no suits (RULES.md 1).

A card is its value: equal cards are not distinguished.
"""

from __future__ import annotations

from typing import Final

Card = int
Pile = tuple[Card, ...]
"""A pile, from bottom to top."""

HIGHEST: Final = 20
"""The highest value of the whole pack."""
HALFWAY: Final = 10
"""The highest value of the half pack (RULES.md 1.5)."""
ALIKE: Final = 5
"""Number of cards of each value, and of middle piles."""
NONE: Final = 0
"""No card."""


def to_deal(highest: Card) -> Pile:
    """Return the cards up to this value without the five 1s, which are in the middle (1.2)."""
    return tuple(value for value in range(2, highest + 1) for _ in range(ALIKE))


def dealt(cards: Pile, seats: int, first: int) -> tuple[Pile, ...]:
    """Deal one card at a time clockwise, the first one to the beginner (RULES.md 1.3).

    Return the draw piles by seat, each from bottom to top.
    """
    return tuple(cards[(seat - first) % seats :: seats] for seat in range(seats))
