"""Typed words: their folded spelling, and the form check that decides which may be laid.

The form check (RULES.md 3.5, SW-R9) is mechanical: it checks that the word contains both cards,
never that the word exists.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

LONGEST: Final = 40
"""Longest word, in letters."""
_LETTERS: Final = re.compile(r"[A-ZÀ-ÖØ-Þ-]+")
_COMBINED: Final = {"A\u0308": "Ä", "O\u0308": "Ö", "U\u0308": "Ü"}
"""An umlaut that some keyboards send in two parts."""
_SPELT_OUT: Final = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})
_PLAIN: Final = str.maketrans({"Ä": "A", "Ö": "O", "Ü": "U"})
_LONG_RUN: Final = re.compile(r"(.)\1{2,}")
_ENDINGS: Final = ("EN", "ER", "E", "N")
_SHORTEST: Final = 3
"""Shortest stem of a card's word, in letters: SEE and UHR stay whole."""


def spoken(typed: str) -> str:
    """Return the word as all players read it: in capitals, ß as SS, without outer spaces."""
    word = typed.strip().upper()
    if word.isascii():
        return word
    word = word.replace("ẞ", "SS")
    for parts, letter in _COMBINED.items():
        word = word.replace(parts, letter)
    return word


def key(word: str) -> str:
    """Return the same text for all spellings of a word.

    It has only A to Z, spelt-out umlauts, and at most two equal letters in a row.
    """
    letters = re.sub("[^A-Z]", "", spoken(word).translate(_SPELT_OUT))
    return _LONG_RUN.sub(r"\1\1", letters)


@lru_cache(maxsize=4096)
def from_cards(word: str, first: str, second: str) -> bool:
    """Return whether a word, as from `spoken`, has the right form (RULES.md 3.5).

    It has only letters and hyphens, is not too long, and contains the words of both cards, in
    either order, without regard to their endings and umlauts.
    """
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
    """Return the word with umlauts that were typed as two letters reduced to one."""
    return re.sub("([AOU])E", r"\1", _folded(word))


def _stem(word: str) -> tuple[str, str]:
    """Return a card's word without its ending, once for each way of folding."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word.removesuffix(ending)
            break
    return _folded(word), _folded_ae(word)


def _holds(folded: str, first: tuple[str, str], second: tuple[str, str]) -> bool:
    """Return whether one part is behind the other; three equal letters between them may be two."""
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
