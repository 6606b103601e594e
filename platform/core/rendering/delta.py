"""The difference between what a page has and what it is to show.

A delta is a list. A string is new text. Two numbers are a run of what the page has: its first place
and its length. The places are lines of a list (`lines_delta`), or characters of a text
(`text_delta`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

Delta: TypeAlias = list[str | int]
Run: TypeAlias = tuple[int, int]
"""The first place and the length."""

SHORTEST_RUN = 12
"""A run of fewer characters takes more room than its text."""
LAST_IN_ONE_UNIT = "\uffff"
"""JavaScript counts each later character as two."""
WORD = re.compile(r"[<> ][^<> ]*|[^<> ]+")
"""Tags, attributes and words: HTML changes by these."""


def lines_delta(before: Sequence[str], after: Sequence[str]) -> Delta:
    """Return the delta from the lines `before` to the lines `after`."""
    return _flat(_parts(before, after))


@lru_cache(maxsize=1_000)
def text_delta(before: str, after: str) -> str | Delta:
    """Return the delta from a text to another; the whole other text if that is shorter.

    Most texts change in one place, so the search leaves out what is equal at both ends.
    """
    if not before.isascii() and max(before) > LAST_IN_ONE_UNIT:
        return after
    start = _count_equal(before, after)
    end = _count_equal(before[start:][::-1], after[start:][::-1])
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    parts = [(0, start), *_changed(old, new, start), (len(before) - end, end)]
    delta = _flat(_worthwhile(before, parts))
    takes = sum(len(item) if isinstance(item, str) else SHORTEST_RUN / 2 for item in delta)
    return delta if takes < len(after) else after


def _changed(before: str, after: str, start: int) -> Iterable[Run | str]:
    """Return what makes `after`: runs of `before`, which begins at the place `start`, and texts."""
    if min(len(before), len(after)) < SHORTEST_RUN:
        return (after,)
    words = WORD.findall(before)
    places = [*accumulate(map(len, words), initial=start)]
    return [
        part if isinstance(part, str) else (places[part[0]], places[sum(part)] - places[part[0]])
        for part in _parts(words, WORD.findall(after))
    ]


def _parts(before: Sequence[str], after: Sequence[str]) -> Iterator[Run | str]:
    """Yield what makes `after`: runs of `before`, each as long as possible, and new strings."""
    places: dict[str, list[int]] = {}
    for place, piece in enumerate(before):
        places.setdefault(piece, []).append(place)
    index = next_place = 0
    while index < len(after):
        known = places.get(after[index])
        if known is None:
            yield after[index]
            index += 1
            continue
        # The first one after the last run: pieces seldom change their order.
        begin = known[min(bisect_left(known, next_place), len(known) - 1)]
        next_place = begin
        while (
            next_place < len(before) and index < len(after) and before[next_place] == after[index]
        ):
            next_place += 1
            index += 1
        yield begin, next_place - begin


def _worthwhile(before: str, parts: Iterable[Run | str]) -> Iterator[Run | str]:
    """Yield these parts with short runs as text, and adjacent texts as one."""
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
        elif part[1] < SHORTEST_RUN:
            text += before[part[0] : sum(part)]
        else:
            if text:
                yield text
            text = ""
            yield part
    if text:
        yield text


def _count_equal(one: str, other: str) -> int:
    """Return how many characters are equal at the beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _flat(parts: Iterable[Run | str]) -> Delta:
    delta: Delta = []
    for part in parts:
        delta += (part,) if isinstance(part, str) else part
    return delta
