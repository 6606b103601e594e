"""The strength of two cards together, and their effect (RULES.md 3).

A value is an int: FREE, if any pair may be laid, or 4 to 20. Two aces are ACES, above all numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from games.kernel.contract import T
from games.siebenschlaefer.cards import ACE, NAMES, SEVEN, Face, is_number, is_picture

Pair: TypeAlias = tuple[Face, Face]

FREE: Final = 0
"""The value before the first pair and after two aces: every pair beats it."""
ACES: Final = 21
"""The strength of two aces: more than any number, on any value."""
NONE: Final = 0
"""The strength of two cards that are not a pair: it beats no value."""


class Effect(StrEnum):
    """The effect of a pair when it is laid."""

    PLAIN = "plain"
    SEVEN = "seven"
    DOUBLE_SEVEN = "double_seven"
    FREE = "free"


def _strength(one: Face, other: Face) -> int:
    """Add two numbers, double a number with a picture; two aces beat everything (RULES.md 3.1)."""
    low, high = sorted((one, other))
    if is_number(high):
        return low + high
    if is_picture(high) and is_number(low):
        return 2 * low
    return ACES if low == ACE else NONE


STRENGTH: Final = {(one, other): _strength(one, other) for one in NAMES for other in NAMES}
"""By two faces: their strength, to compare with the value; NONE if they are not a pair."""


def value_of(pair: Pair) -> int:
    """Return the value that holds once this pair is laid (RULES.md 3.1, 3.4)."""
    strength = STRENGTH[pair]
    return FREE if strength == ACES else strength


def _effect(pair: Pair) -> Effect:
    if pair == (ACE, ACE):
        return Effect.FREE
    return (Effect.PLAIN, Effect.SEVEN, Effect.DOUBLE_SEVEN)[pair.count(SEVEN)]


EFFECT_OF: Final = {pair: _effect(pair) for pair in STRENGTH}
"""By two faces that are a pair: the effect of laying it (RULES.md 3.3, 3.4)."""


PAIRS: Final = tuple(
    sorted(
        (pair for pair in combinations_with_replacement(NAMES, 2) if STRENGTH[pair] != NONE),
        key=lambda pair: (STRENGTH[pair], pair),
    )
)
"""Every possible pair, lowest first."""


def needs(faces: tuple[Face, ...]) -> int:
    """Return one bit for each face in the cards, and a second one for each face that is twice."""
    bits = 0
    for face in faces:
        bit = 1 << face
        bits |= bit << TWICE if bits & bit else bit
    return bits


TWICE: Final = max(NAMES) + 1
ABOVE: Final = tuple(
    tuple((needs(pair), pair) for pair in PAIRS if STRENGTH[pair] > value) for value in range(ACES)
)
"""By value: the pairs that may be laid on it, lowest first, each with the bits that it needs."""


def beating(hand: tuple[Face, ...], value: int) -> tuple[Pair, ...]:
    """Return the pairs of a hand that may be laid on this value, each once, lowest first."""
    return found(hand, ABOVE[value])


def found(hand: tuple[Face, ...], among: Sequence[tuple[int, T]]) -> tuple[T, ...]:
    """Return those of these things whose cards are in the hand, by the bits that each `needs`."""
    there = needs(hand)
    return tuple([thing for needed, thing in among if there & needed == needed])


def can_beat(hand: tuple[Face, ...], value: int) -> bool:
    """Return whether a hand has a pair that may be laid on this value."""
    there = needs(hand)
    return any(there & needed == needed for needed, _ in ABOVE[value])
