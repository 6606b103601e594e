"""Colours, places on the clock, and numbers of cards (RULES.md 1, 2)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

Card: TypeAlias = int
"""A place in `Lexicon.faces`."""
Colour: TypeAlias = int
"""A place in `COLOURS`."""

COLOURS: Final = ("red", "blue", "green", "yellow")
COLOUR_NAMED: Final[Mapping[str, Colour]] = MappingProxyType(
    {name: colour for colour, name in enumerate(COLOURS)}
)
NO_COLOUR: Final[Colour] = -1
PILES: Final = 12
NO_PILE: Final = -1
"""Instead of a place on the clock: no pile was named."""
CHIPS: Final = 16
HANDS: Final[Mapping[int, int]] = MappingProxyType({3: 10, 4: 9, 5: 8, 6: 7, 7: 7, 8: 6})
"""Cards in a hand, by number of seats."""
