"""The 100 sleepyhead cards: values 1 to 20, five of each, no suits (RULES.md 1).

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

TO_DEAL: Final = tuple(value for value in range(2, HIGHEST + 1) for _ in range(ALIKE))
"""The five 1s are in the middle (RULES.md 1.2)."""


def dealt(cards: Pile, seats: int, first: int) -> tuple[Pile, ...]:
    """Deal one card at a time clockwise, the first one to the beginner (RULES.md 1.3).

    Return the draw piles by seat, each from bottom to top.
    """
    return tuple(cards[(seat - first) % seats :: seats] for seat in range(seats))
