"""Typed words: how they are folded, and the form check that decides what may be said at all.

The form check (RULES.md 3.5, SW-R9) is mechanical: it asks whether both cards are in the word,
never whether the word exists.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

LONGEST: Final = 40
"""Letters of a word."""
_LETTERS: Final = re.compile(r"[A-ZÀ-ÖØ-Þ-]+")
_COMBINED: Final = {"A\u0308": "Ä", "O\u0308": "Ö", "U\u0308": "Ü"}
"""An umlaut that some keyboards send in two parts."""
_SPELT_OUT: Final = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})
_PLAIN: Final = str.maketrans({"Ä": "A", "Ö": "O", "Ü": "U"})
_LONG_RUN: Final = re.compile(r"(.)\1{2,}")
_ENDINGS: Final = ("EN", "ER", "E", "N")
_SHORTEST: Final = 3
"""Letters of a card's word that an ending may not cut into: SEE and UHR stay whole."""


def spoken(typed: str) -> str:
    """What was said, as everybody reads it: in capitals, ß as SS, without spaces around."""
    word = typed.strip().upper()
    if word.isascii():
        return word
    word = word.replace("ẞ", "SS")
    for parts, letter in _COMBINED.items():
        word = word.replace(parts, letter)
    return word


def key(word: str) -> str:
    """Equal for spellings of one word: A to Z only, umlauts spelt out, at most two equal letters
    in a row."""
    letters = re.sub("[^A-Z]", "", spoken(word).translate(_SPELT_OUT))
    return _LONG_RUN.sub(r"\1\1", letters)


@lru_cache(maxsize=4096)
def from_cards(word: str, first: str, second: str) -> bool:
    """Whether a word, as `spoken`, has letters and hyphens only, is not too long, and holds the
    words of both cards, in either order, their endings and umlauts aside."""
    if len(word) > LONGEST or not _LETTERS.fullmatch(word):
        return False
    stems = _stem(first), _stem(second)
    return any(
        _holds(folded, *order)
        for folded in (_folded(word), _folded_ae(word))
        for order in (stems, stems[::-1])
    )


def _folded(word: str) -> str:
    return _LONG_RUN.sub(r"\1\1", word.replace("-", "").translate(_PLAIN))


def _folded_ae(word: str) -> str:
    """The same where an umlaut was typed as two letters."""
    return re.sub("([AOU])E", r"\1", _folded(word))


def _stem(word: str) -> tuple[str, str]:
    """A card's word without its ending, as it looks in each way of folding."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word.removesuffix(ending)
            break
    return _folded(word), _folded_ae(word)


def _holds(folded: str, first: tuple[str, str], second: tuple[str, str]) -> bool:
    """Whether one stands behind the other; three equal letters between them may have become two."""
    for head in first:
        start = folded.find(head)
        if start < 0:
            continue
        end = start + len(head)
        for tail in second:
            merged = head[-2:] == tail[0] * 2
            if folded.find(tail, end - merged) >= 0:
                return True
    return False
