"""What two cards count together, and what they do (RULES.md 3).

A value is an int: FREE, where any pair may be laid, or 4 to 20; two aces are ACES, above all.
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


def _effect(pair: Pair) -> Effect:
    if pair == (ACE, ACE):
        return Effect.FREE
    return (Effect.PLAIN, Effect.SEVEN, Effect.DOUBLE_SEVEN)[pair.count(SEVEN)]


EFFECT_OF: Final = {pair: _effect(pair) for pair in STRENGTH}
"""By two faces that are a pair: what laying it does (RULES.md 3.3, 3.4)."""


PAIRS: Final = tuple(
    sorted(
        (pair for pair in combinations_with_replacement(NAMES, 2) if STRENGTH[pair] != NONE),
        key=lambda pair: (STRENGTH[pair], pair),
    )
)
"""Every pair there is, the lowest first."""


def needs(faces: tuple[Face, ...]) -> int:
    """One bit for each face that is there, and one more for each that is there twice."""
    bits = 0
    for face in faces:
        bit = 1 << face
        bits |= bit << TWICE if bits & bit else bit
    return bits


TWICE: Final = max(NAMES) + 1
ABOVE: Final = tuple(
    tuple((needs(pair), pair) for pair in PAIRS if STRENGTH[pair] > value) for value in range(ACES)
)
"""By value: the pairs that may be laid on it, the lowest first, each with what it takes."""


def beating(hand: tuple[Face, ...], value: int) -> tuple[Pair, ...]:
    """The pairs of a hand that may be laid on this value, twins once, the lowest first."""
    return found(hand, ABOVE[value])


def found(hand: tuple[Face, ...], among: Sequence[tuple[int, T]]) -> tuple[T, ...]:
    """Those of these things, each with what it `needs`, whose cards are in the hand."""
    there = needs(hand)
    return tuple([thing for needed, thing in among if there & needed == needed])


def can_beat(hand: tuple[Face, ...], value: int) -> bool:
    """Whether something in a hand may be laid on this value."""
    there = needs(hand)
    return any(there & needed == needed for needed, _ in ABOVE[value])
