"""The 100 sleepyhead cards: values 1 to 20, five of each, no suits (RULES.md 1).

A card is its value: equal ones are never told apart.
"""

from __future__ import annotations

from typing import Final

Card = int
Pile = tuple[Card, ...]
"""From bottom to top."""

HIGHEST: Final = 20
ALIKE: Final = 5
"""So many cards of each value, and so many middle piles."""
NONE: Final = 0
"""No card."""

TO_DEAL: Final = tuple(value for value in range(2, HIGHEST + 1) for _ in range(ALIKE))
"""The five 1s lie in the middle (RULES.md 1.2)."""


def dealt(cards: Pile, seats: int, first: int) -> tuple[Pile, ...]:
    """One at a time clockwise, the first card to the beginner (RULES.md 1.3), by seat; each pile
    from bottom to top."""
    return tuple(cards[(seat - first) % seats :: seats] for seat in range(seats))
