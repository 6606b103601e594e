"""How wrong a word sounds to a bot, of whatever level and seat (RULES.md 12.3).

One opinion for Halt!, for the last card and for the vote, so that no bot accepts what it votes
against, and none doubts a word because its author is nearly done.
"""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from functools import lru_cache
from typing import Final

from games.wortspiel.lexicon import Lexicon, Verdict, Word, begins, listed, ruling, verdict
from games.wortspiel.word_forms import key

_COMMON: Final = 400
"""Words of parts as common as that (`_kin`) are not doubted. Of those in the lexicon half would pass
if they were not in it, and of pairs that make no word one or two of eight (docs/bots.md)."""
_RARE: Final = 175
"""Words of parts less common than that are none: one of six in the lexicon would not pass."""


class Opinion(IntEnum):
    """A word; one that is odd enough to ask, but may stand if the others say so; no word."""

    WORD = 0
    ODD = 1
    WRONG = 2


@lru_cache(maxsize=4096)
def opinion(lexicon: Lexicon, one: str, other: str, word: str) -> Opinion:
    """How a word made of these two cards sounds.

    What the lexicon lists is a word also to bots to whom it would not come to mind. Anything else
    is judged by its parts: many words begin like it, and many end like it, or hardly any.
    """
    if listed(lexicon, one, other, word):
        return Opinion.WORD
    is_ruled_out = ruling(lexicon, one, other, word) is False
    if is_ruled_out or verdict(lexicon, one, other, word) is not Verdict.WELLFORMED:
        return Opinion.WRONG
    first, second = lexicon.words[one], lexicon.words[other]
    common = max(_kin(lexicon, word, first, second), _kin(lexicon, word, second, first))
    if common < _RARE:
        return Opinion.WRONG
    return Opinion.ODD if common < _COMMON else Opinion.WORD


def _kin(lexicon: Lexicon, word: str, first: Word, second: Word) -> float:
    """How many of a thousand words begin like it, times how many end like it; 0 if it is not made in
    this order."""
    beginning, ending = _families(lexicon)
    alike = max((beginning[begin] for begin in _beginnings(word, first, second)), default=0)
    return 1000**2 * alike * ending[second.text] / ending.total() ** 2


def _beginnings(word: str, first: Word, second: Word) -> set[str]:
    """What stands before the second word, where it is a form in which the first begins words."""
    return set(begins(key(word), second)) & {key(form) for form in first.forms}


@lru_cache(maxsize=4)
def _families(lexicon: Lexicon) -> tuple[Counter[str], Counter[str]]:
    """How many words of the lexicon begin with each form, and how many end with each word."""
    beginning, ending = Counter[str](), Counter[str]()
    for compounds in lexicon.compounds.values():
        for compound in compounds:
            first, second = lexicon.words[compound.first], lexicon.words[compound.second]
            beginning.update(_beginnings(compound.text, first, second))
            ending[second.text] += 1
    return beginning, ending
