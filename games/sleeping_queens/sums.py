"""The number cards that may be laid down together, and their addition (RULES.md 3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from games.kernel.contract import Value


class Addition(Value, frozen=True):
    """The addition as the table says it, such as "2+3=5", and its sum."""

    said: str
    result: int


def is_number_set(values: tuple[int, ...], both_sides: bool = False) -> bool:
    """Return whether these numbers may be laid down together: one, a pair, or an addition."""
    if len(values) <= 2:
        return len(values) > 0 and len(set(values)) == 1
    return addition(values, both_sides) is not None


@lru_cache(maxsize=4_096)
def addition(values: tuple[int, ...], both_sides: bool = False) -> Addition | None:
    """Return the addition that three or more numbers form, or None.

    One of them is the sum of all others; with `both_sides` they may also be two equal sums. All
    cards are above zero, so only the largest can be the sum of the rest.
    """
    if len(values) < 3:
        return None
    ordered = sorted(values)
    *parts, result = ordered
    if sum(parts) == result:
        return _say(parts, [result])
    if both_sides:
        return _balance(ordered)
    return None


def _balance(ordered: list[int]) -> Addition | None:
    half, odd = divmod(sum(ordered), 2)
    if odd:
        return None
    places = range(len(ordered))
    for size in range(2, len(ordered) // 2 + 1):
        for chosen in combinations(places, size):
            left = [ordered[place] for place in chosen]
            if sum(left) == half:
                return _say(left, [ordered[place] for place in places if place not in chosen])
    return None


def _say(left: list[int], right: list[int]) -> Addition:
    said = "+".join(map(str, left)) + "=" + "+".join(map(str, right))
    return Addition(said=said, result=sum(right))


def number_sets(values: Sequence[int], both_sides: bool = False) -> Iterator[tuple[int, ...]]:
    """Yield every different set of these numbers that may be laid down, each in ascending order."""
    ordered = sorted(values)
    for size in range(1, len(ordered) + 1):
        for chosen in sorted(set(combinations(ordered, size))):
            if is_number_set(chosen, both_sides):
                yield chosen
