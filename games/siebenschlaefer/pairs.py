"""What two cards count together, and what they do (RULES.md 3).

A value is an int: FREE, where any pair may be laid, or 4 to 20; two aces are ACES, above all.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from games.siebenschlaefer.cards import ACE, NAMES, SEVEN, Face, is_number, is_picture

Pair: TypeAlias = tuple[Face, Face]

FREE: Final = 0
"""The value before the first pair and after two aces: anything beats it."""
ACES: Final = 21
"""What two aces are laid with: more than any number, whatever lies there."""
NONE: Final = 0
"""What two cards count that are no pair: it beats nothing."""


class Effect(StrEnum):
    """What a pair does when it is laid."""

    PLAIN = "plain"
    SEVEN = "seven"
    DOUBLE_SEVEN = "double_seven"
    FREE = "free"


def _strength(one: Face, other: Face) -> int:
    """RULES.md 3.1: two numbers add up, a picture doubles a number, two aces beat everything."""
    low, high = sorted((one, other))
    if is_number(high):
        return low + high
    if is_picture(high) and is_number(low):
        return 2 * low
    return ACES if low == ACE else NONE


STRENGTH: Final = {(one, other): _strength(one, other) for one in NAMES for other in NAMES}
"""By two faces: what they have when laid, to compare with the value; NONE if they are no pair."""


def value_of(pair: Pair) -> int:
    """The value that holds once this pair lies there (RULES.md 3.1, 3.4)."""
    strength = STRENGTH[pair]
    return FREE if strength == ACES else strength


def effect_of(pair: Pair) -> Effect:
    """What laying it does (RULES.md 3.3, 3.4)."""
    if pair == (ACE, ACE):
        return Effect.FREE
    return (Effect.PLAIN, Effect.SEVEN, Effect.DOUBLE_SEVEN)[pair.count(SEVEN)]


@lru_cache(maxsize=16384)
def pairs_of(hand: tuple[Face, ...]) -> tuple[Pair, ...]:
    """Every pair in a sorted hand, twins once, the lowest first."""
    found = {pair for pair in combinations(hand, 2) if STRENGTH[pair] != NONE}
    return tuple(sorted(found, key=lambda pair: (STRENGTH[pair], pair)))


def beating(hand: tuple[Face, ...], value: int) -> tuple[Pair, ...]:
    """The pairs of a sorted hand that may be laid on this value, the lowest first."""
    pairs = pairs_of(hand)
    for place, pair in enumerate(pairs):
        if STRENGTH[pair] > value:
            return pairs[place:]
    return ()


def can_beat(hand: tuple[Face, ...], value: int) -> bool:
    """Whether something in a sorted hand may be laid on this value."""
    pairs = pairs_of(hand)
    return bool(pairs) and STRENGTH[pairs[-1]] > value
