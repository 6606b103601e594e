"""A bot's opinion of a word, the same for every level and seat (RULES.md 12.3).

It is the same for Halt!, for the last card and for the vote. So no bot accepts a word and then
votes against it, and none doubts a word because its author is nearly done.
"""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from functools import lru_cache
from typing import Final

from games.wortspiel.lexicon import Lexicon, Verdict, Word, begins, listed, ruling, verdict
from games.wortspiel.word_forms import key

_COMMON: Final = 400
"""Commonness of parts (`_kin`) from which a word is not doubted.

Half of the words in the lexicon would pass without being in it, and one or two in eight pairs that
make no word (docs/bots.md).
"""
_RARE: Final = 175
"""Commonness of parts below which a word is wrong; one in six of the lexicon would not pass."""


class Opinion(IntEnum):
    """A word; a word that is odd enough to ask but may stand; or no word."""

    WORD = 0
    ODD = 1
    WRONG = 2


@lru_cache(maxsize=4096)
def opinion(lexicon: Lexicon, one: str, other: str, word: str) -> Opinion:
    """Return how a word made of these two cards sounds.

    A word in the lexicon is a word also to bots that do not know it. Any other word is judged by
    its parts, by how many words begin like it and how many end like it.
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
    """Return how many words begin like this one, per thousand, times how many end like it.

    It is 0 if the word is not made in this order.
    """
    beginning, ending = _families(lexicon)
    alike = max((beginning[begin] for begin in _beginnings(word, first, second)), default=0)
    return 1000**2 * alike * ending[second.text] / ending.total() ** 2


def _beginnings(word: str, first: Word, second: Word) -> set[str]:
    """Return the part before the second word, if it is a form of the first that begins words."""
    return set(begins(key(word), second)) & {key(form) for form in first.forms}


@lru_cache(maxsize=4)
def _families(lexicon: Lexicon) -> tuple[Counter[str], Counter[str]]:
    """Count the lexicon's words that begin with each form, and those that end with each word."""
    beginning, ending = Counter[str](), Counter[str]()
    for compounds in lexicon.compounds.values():
        for compound in compounds:
            first, second = lexicon.words[compound.first], lexicon.words[compound.second]
            beginning.update(_beginnings(compound.text, first, second))
            ending[second.text] += 1
    return beginning, ending
